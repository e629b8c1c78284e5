/** Resolves when the service reports that it is healthy. */
export async function askHealth(url: string): Promise<void> {
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
}

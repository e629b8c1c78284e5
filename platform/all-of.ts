/** Waits for all of them even when one fails, so that what did open can be closed again. */
export async function allOf<Opening extends readonly unknown[]>(opening: Opening) {
  await Promise.allSettled(opening);
  return Promise.all(opening);
}

/** One package in one version, as `name==version`. */
export const packagePin = /^[a-z0-9][a-z0-9._-]*==[a-z0-9.!+_-]+$/;

/** Python packages write one name in several ways: ruamel.yaml, ruamel-yaml. */
export function packageName(pin: string): string {
  return pin.replace(/==.*/, "").replaceAll(/[._-]+/g, "-");
}

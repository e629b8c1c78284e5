import type { Config } from "../../config.ts";

/** Keeps, by name, what changes only with the configuration and takes too long to make for every request. */
export function oncePerConfig<Made>(): (config: Config, name: string, make: () => Made) => Made {
  const kept = new WeakMap<Config, Map<string, Made>>();
  return (config, name, make) => {
    const made = kept.get(config) ?? new Map<string, Made>();
    kept.set(config, made);
    const value = made.get(name) ?? make();
    made.set(name, value);
    return value;
  };
}

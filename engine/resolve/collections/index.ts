import { containers } from "./containers.ts";
import { copies } from "./copies.ts";
import { counting } from "./counting.ts";
import { functionsOverElements } from "./functions-over-elements.ts";
import { iterators } from "./iterators.ts";
import { ordering } from "./ordering.ts";
import type { CollectionFold } from "./fold.ts";

/** What Python's functions make of collections, by their full names. */
export const collectionFunctions: Readonly<Record<string, CollectionFold>> = {
  ...containers,
  ...functionsOverElements,
  ...ordering,
  ...iterators,
  ...counting,
  ...copies,
};

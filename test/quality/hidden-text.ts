import { readFileSync } from "node:fs";

/**
 * Expressions that Python evaluates to `'system'`, most by a rule of text in which JavaScript differs. A program that calls
 * `getattr(os, …)` with one of them starts programs.
 */
export const hiddenText: readonly string[] = readFileSync(new URL("hidden-text.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "");

/** What the expressions use. */
export const hiddenTextImports =
  "import base64, binascii, codecs, functools, html, inspect, json, operator, os, re, string, sys, textwrap, unicodedata, urllib.parse, zlib";

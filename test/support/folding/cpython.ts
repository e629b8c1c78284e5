import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { config } from "../sandbox.ts";

/** A value as CPython has it: its type and its parts. */
export type Real = readonly [type: string, ...parts: unknown[]];

const program = readFileSync(new URL("cpython.py", import.meta.url), "utf8");

/** Names that programs may use without importing them. */
export const imports =
  "import argparse, array, ast, base64, binascii, bz2, codecs, collections, copy, functools, gzip, heapq, html, inspect, io, itertools, json, lzma, marshal, operator, os, re, string, sys, textwrap, types, typing, unicodedata, urllib.parse, weakref, zlib";

/** The value of the free name `u`, which the evaluator does not know. */
const unknown = "sys😀";

/** Runs programs in the sandbox's CPython, and returns the value of the expression at the end of each. */
export async function askCPython(
  programs: readonly Readonly<{ before: string; expression: string }>[],
): Promise<Real[]> {
  const image = ["--entrypoint", "python3", config.SANDBOX_IMAGE, "-I", "-c", program];
  const child = spawn("docker", ["run", "--rm", "-i", "--network", "none", "--read-only", ...image], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(
    JSON.stringify([imports, unknown, programs.map(({ before, expression }) => [before, expression])]),
  );
  return JSON.parse(await text(child.stdout)) as Real[];
}

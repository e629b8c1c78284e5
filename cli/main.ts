#!/usr/bin/env -S node --liftoff-only
// Without the option V8 spends seconds of processor time optimising ruff's WASM module, for calls of milliseconds.
// This file imports nothing and is read by every version of Node, so that one that is too old gets a sentence.
const needed = 22;
const isTooOld = Number(process.versions.node.split(".")[0]) < needed;

if (isTooOld) {
  process.stderr.write(`assay: Assay needs Node ${needed} or newer; this is ${process.version}.\n`);
  process.exitCode = 2;
} else await import("./start.ts");

export {};

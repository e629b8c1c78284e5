import { expect, test } from "vitest";
import { optimize } from "../../../engine/optimize/optimize.ts";
import { splicesOf } from "../../../engine/repair/side-by-side.ts";
import { applySplices } from "../../../engine/text/splices.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { askPython } from "../python-ast.ts";
import { createDice } from "../../support/dice.ts";
import { randomExpression, randomProgram } from "./random-programs.ts";

const calculate = `
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
def work(text):
    names = {}
    try: exec(compile(text, "p", "exec", dont_inherit=True), names)
    except Exception as error: return type(error).__name__
    return [type(names["x"]).__name__, repr(names["x"])]
print(json.dumps([[work(before), work(after)] for before, after in json.load(sys.stdin)]))
`;

test("a folded expression has the same value in Python", () => {
  const dice = createDice(12);
  const pairs: [string, string][] = [];
  for (let n = 0; n < 3000; n += 1) {
    const before = `x = ${randomExpression(dice)}\n`;
    const after = optimize(readTree(before)!)?.text;
    if (after !== undefined) pairs.push([before, after]);
  }
  expect(pairs.length).toBeGreaterThan(1000);
  const answers = askPython<[unknown, unknown][]>(calculate, pairs);
  const wrong = pairs.filter((_, n) => JSON.stringify(answers[n]![0]) !== JSON.stringify(answers[n]![1]));
  expect(wrong).toEqual([]);
});

/** Runs a program three times, each with other answers to its questions, and tells all that can be seen of it. */
const run = `
import contextlib, io, json, sys, types, random
class Enough(BaseException): pass
def look(value):
    if isinstance(value, types.FunctionType):
        code = value.__code__
        return [value.__doc__, code.co_flags, sorted(code.co_varnames), code.co_freevars, value.__defaults__]
    return repr(value) if not callable(value) else value.__class__.__name__
def drive(result):
    if hasattr(result, "send"):
        for _ in range(20): result.send(None)
    elif hasattr(result, "asend"):
        for _ in range(5):
            try: result.asend(None).send(None)
            except StopIteration: pass
def work(text, seed):
    events = []
    dice = random.Random(seed)
    def count():
        if len(events) > 60: raise Enough
    def log(value):
        events.append(repr(value)); count(); return value
    def ask():
        answer = dice.random() < 0.5
        events.append(answer); count(); return answer
    names = {"log": log, "ask": ask, "quiet": lambda: contextlib.suppress(ValueError), "x": 0}
    try: exec(compile(text, "p", "exec", dont_inherit=True), names)
    except BaseException as error: events.append([type(error).__name__, str(error)])
    for name in ("f", "g", "h"):
        function = names.get(name)
        if function is None: continue
        for _ in range(2):
            try: events.append(look(function(1)))
            except BaseException as error: events.append([type(error).__name__, str(error)])
            try: drive(function(2))
            except BaseException as error: events.append([type(error).__name__, str(error)])
    seen = {name: look(value) for name, value in names.items() if name not in ("log", "ask", "quiet", "__builtins__")}
    return [events, seen, names.get("__doc__")]
import re
def plain(value): return re.sub(r"0x[0-9a-f]{6,}", "0x", json.dumps(value, default=str))
def is_program(text):
    try: compile(text, "p", "exec")
    except SyntaxError: return False
    return True
answers = []
for before, after in json.load(sys.stdin):
    # What returns a value and yields is no program where it is also async.
    if not is_program(before): answers.append([[], []]); continue
    answers.append([[plain(work(text, seed)) for seed in (1, 2, 3)] for text in (before, after)])
print(json.dumps(answers))
`;

const findBroken = `
import json, sys
def is_program(text):
    try: compile(text, "p", "exec", dont_inherit=True)
    except SyntaxError: return False
    return True
stages = [texts for texts in json.load(sys.stdin) if is_program(texts[0])]
print(json.dumps([text for texts in stages for text in texts if not is_program(text)]))
`;

test("an optimized program behaves the same in Python and is valid after every pass", () => {
  const between: string[][] = [];
  const unstable: string[] = [];
  const dice = createDice(5);
  const pairs: [string, string][] = [];
  for (let n = 0; n < 150; n += 1) {
    const before = randomProgram(dice);
    const result = optimize(readTree(before)!);
    if (!result) continue;
    let text = before;
    const stages = [before];
    for (const edits of result.passes) {
      text = applySplices(text, splicesOf(edits));
      stages.push(text);
    }
    expect(text).toBe(result.text);
    between.push(stages);
    if (optimize(readTree(text)!)) unstable.push(text);
    pairs.push([before, text]);
  }
  expect(unstable).toEqual([]);
  expect(askPython(findBroken, between)).toEqual([]);
  expect(pairs.length).toBeGreaterThan(120);
  const answers = askPython<[string[], string[]][]>(run, pairs);
  expect(answers.filter(([before]) => before.length > 0).length).toBeGreaterThan(100);
  const wrong = pairs.filter((_, n) => answers[n]![0].join("\n") !== answers[n]![1].join("\n"));
  expect(wrong).toEqual([]);
});

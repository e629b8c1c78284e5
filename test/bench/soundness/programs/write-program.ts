import { createDice, type Dice } from "../../../support/dice.ts";
import type { PythonProcess } from "../python-process.ts";
import { writeConstant } from "./constants.ts";
import { kindOf, placesIn, type Described, type Place } from "./described.ts";
import { changeableKinds, fill, type FreshNames } from "./fill.ts";
import { importsFor, place } from "./placement.ts";
import { writeCrash, writeProbe } from "./questions.ts";
import { readTemplates, type Template } from "./templates.ts";

export type WrittenProgram = Readonly<{ text: string; features: readonly string[] }>;

const objects = readTemplates("./objects.txt");
const ways = readTemplates("./ways.txt");
const views = readTemplates("./views.txt");
const rebindings = readTemplates("./rebindings.txt");
const computations = readTemplates("./computations.txt");

/** A program while it is written: each statement is run at once, and stays only where it ran to its end. */
class Draft {
  readonly statements: string[] = [];
  readonly features: string[] = [];
  readonly fresh: FreshNames = { used: 0 };
  readonly dice: Dice;
  readonly #python: PythonProcess;
  readonly #id: string;
  isModuleOnly = false;
  /** The names of objects, with what they hold now. */
  held = new Map<string, Described>();

  constructor(python: PythonProcess, seed: number) {
    this.#python = python;
    this.dice = createDice(seed);
    this.#id = String(seed);
  }

  /** Runs a statement; false where it raised, and everything is as before. */
  async add(statement: string, newNames: readonly string[] = []): Promise<boolean> {
    const names = [...this.held.keys(), ...newNames];
    const answer = await this.#run(`${importsFor(statement)}${statement}`, names);
    if (!answer?.values) {
      if (answer?.raised !== "SyntaxError") await this.#restart();
      return false;
    }
    this.statements.push(statement);
    this.held = new Map(
      names.flatMap((name, at) => (answer.values![at] ? [[name, answer.values![at]] as const] : [])),
    );
    return true;
  }

  /** A statement that raises leaves half of its effects: run again what stays. */
  async #restart(): Promise<void> {
    await this.forget();
    const text = this.statements.join("\n");
    await this.#run(`${importsFor(text)}${text}`, []);
  }

  async #run(code: string, paths: readonly string[]) {
    return this.#python.ask<{ raised?: string; values?: (Described | null)[] }>({
      kind: "live",
      program: this.#id,
      code,
      paths,
    });
  }

  async forget(): Promise<void> {
    await this.#python.ask({ kind: "live", program: this.#id, forget: true });
  }

  pickObject(): Place | undefined {
    const [path, value] = this.held.size > 0 ? this.dice.pick([...this.held]) : [];
    return path === undefined ? undefined : { path, value: value! };
  }

  note({ title, isModuleOnly }: Template, group: string): void {
    this.features.push(`${group}: ${title}`);
    if (isModuleOnly) this.isModuleOnly = true;
  }
}

/** Writes a program that runs to its end or, on demand, up to a certain crash in its last line. */
export async function writeProgram(
  python: PythonProcess,
  seed: number,
  { crashes }: Readonly<{ crashes: boolean }>,
): Promise<WrittenProgram> {
  const draft = new Draft(python, seed);
  await addObject(draft);
  const steps = 2 + draft.dice.below(7);
  for (let step = 0; step < steps; step += 1) await takeStep(draft);
  if (crashes) await addCrash(draft);
  await draft.forget();
  const { dice, statements, features, isModuleOnly } = draft;
  return { text: place(dice, statements, isModuleOnly), features };
}

async function takeStep(draft: Draft): Promise<void> {
  const drawn = draft.dice.below(100);
  if (drawn < 40) await addChange(draft);
  else if (drawn < 52) await addProbe(draft);
  else if (drawn < 62) await addConstant(draft);
  else if (drawn < 74) await addComputation(draft);
  else if (drawn < 84) await addObject(draft);
  else if (drawn < 93) await addRebinding(draft);
  else await addView(draft);
}

async function addObject(draft: Draft): Promise<void> {
  const template = draft.dice.pick(objects);
  const name = `o${(draft.fresh.used += 1)}x`;
  const text = fill(draft.dice, draft.fresh, template.text.replaceAll("$o", name));
  if (await draft.add(text, [name])) draft.note(template, "object");
}

async function addChange(draft: Draft): Promise<void> {
  const object = draft.pickObject();
  const places = object
    ? placesIn(object).filter(({ value }) => changeableKinds.includes(kindOf(value)))
    : [];
  if (places.length === 0) return;
  const { path, value } = draft.dice.pick(places);
  const kind = kindOf(value);
  const fitting = fittingTo(ways, kind).filter(({ needsName }) => !needsName || path === object!.path);
  const template = draft.dice.pick(fitting);
  if (await draft.add(fill(draft.dice, draft.fresh, template.text, { path, kind })))
    draft.note(template, "way");
  const changed = draft.held.get(object!.path);
  if (changed) await addProbe(draft, { path: object!.path, value: changed });
}

async function addProbe(draft: Draft, of = draft.pickObject()): Promise<void> {
  const probe = of && writeProbe(draft.dice, of);
  if (probe !== undefined) await draft.add(fill(draft.dice, draft.fresh, probe));
}

async function addConstant(draft: Draft): Promise<void> {
  const { dice } = draft;
  const expression = writeConstant(dice);
  const name = `o${(draft.fresh.used += 1)}c`;
  const isAdded = await draft.add(`${name} = ${expression}`, [name]);
  const text = draft.held.get(name)?.text;
  if (isAdded && text != null && dice.below(2) === 0)
    await draft.add(dice.below(2) === 0 ? `assert ${expression} == ${text}` : `assert ${name} == ${text}`);
}

async function addRebinding(draft: Draft): Promise<void> {
  const object = draft.pickObject();
  if (!object) return;
  const template = draft.dice.pick(fittingTo(rebindings, kindOf(object.value)));
  const isAdded = await draft.add(fill(draft.dice, draft.fresh, template.text, object));
  if (isAdded) draft.note(template, "rebinding");
  const value = draft.held.get(object.path);
  if (isAdded && value) await addProbe(draft, { path: object.path, value });
}

async function addComputation(draft: Draft): Promise<void> {
  const template = draft.dice.pick(computations);
  const name = `o${(draft.fresh.used += 1)}r`;
  const text = fill(draft.dice, draft.fresh, template.text.replaceAll("$r", name));
  if (await draft.add(text, [name])) draft.note(template, "computation");
  const value = draft.held.get(name);
  if (value) await addProbe(draft, { path: name, value });
}

async function addView(draft: Draft): Promise<void> {
  const object = draft.pickObject();
  const kind = object && kindOf(object.value);
  if (kind !== "list" && kind !== "dict" && kind !== "set") return;
  const template = draft.dice.pick(fittingTo(views, kind));
  const name = `o${(draft.fresh.used += 1)}r`;
  const text = fill(draft.dice, draft.fresh, template.text.replaceAll("$r", name), {
    path: object!.path,
    kind,
  });
  if (await draft.add(text, [name])) draft.note(template, "view");
  const value = draft.held.get(name);
  if (value) await addProbe(draft, { path: name, value });
}

/** A last line that raises; several tries, as not every guess does. */
async function addCrash(draft: Draft): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const object = draft.pickObject();
    const guess = object && writeCrash(draft.dice, object);
    const line = guess === undefined ? undefined : fill(draft.dice, draft.fresh, guess);
    if (line === undefined || (await draft.add(line))) continue;
    draft.statements.push(line);
    return;
  }
}

function fittingTo(templates: readonly Template[], kind: string): Template[] {
  return templates.filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind));
}

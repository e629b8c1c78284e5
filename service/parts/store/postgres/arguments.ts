import { randomBytes, randomUUID } from "node:crypto";
import { bytesOf } from "../recordings.ts";
import { bytesOfTask } from "../tasks.ts";
import type { CommandName, Store } from "../store.ts";
import type { Deposit } from "../treasury.ts";
import { toPriceText, toWeiText } from "../wei.ts";

type Preparations = {
  readonly [Name in CommandName]?: (...args: Parameters<Store[Name]>) => readonly unknown[];
};

/** What a command is sent besides, or instead of, what its caller gives: one spelling of amounts, ids and new secrets. */
export const preparations: Preparations = {
  secret: (name) => [name, randomBytes(32).toString("hex")],
  takeEntries: (taking) => [taking, randomUUID()],
  countVisit: (visit) => [visit, randomUUID()],
  reserve: (asked) => [{ ...asked, amountsWei: asked.amountsWei.map(toWeiText) }],
  seeDeposit: (deposit) => [canonical(deposit)],
  creditDeposit: (deposit, terms) => [canonical(deposit), priced(terms)],
  claimDeposit: (reference, terms) => [reference, priced(terms)],
  putTask: (shelf, task, bounds) => [shelf, task, bounds, bytesOfTask(task)],
  addRecording: ({ rules, ...recording }, room) => {
    const why = JSON.stringify(rules);
    return [{ ...recording, rules: why }, room, bytesOf(recording.code, why)];
  },
};

function canonical(deposit: Deposit): Deposit {
  return { ...deposit, amountWei: toWeiText(deposit.amountWei) };
}

function priced<Terms extends { priceWei: string }>(terms: Terms): Terms {
  return { ...terms, priceWei: toPriceText(terms.priceWei) };
}

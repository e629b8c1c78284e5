import type { CallRecord } from "../../../parts/store/store.ts";
import type { Happened } from "./faulty-store.ts";
import { must } from "./must.ts";

type Purse = Readonly<{
  isAtOnce(): boolean;
  balance(account: string): number;
  add(account: string, delta: number): void;
}>;
type Begun = CallRecord & { state: "open" | "kept" | "given back" | "not taken"; from: string };
type Answer = Readonly<{ id: string; expiresAtMs: number }>;

/** The charges of each account, kept without a store. */
export function createCallBooks({ isAtOnce, balance, add }: Purse) {
  const calls = new Map<string, Begun>();
  const open = new Map<string, Begun>();
  const barred = new Set<string>();
  const answers = new Map<string, Answer>();
  const used = new Map<string, number>();
  const owners = new Map<string, number>();

  const question = ({ account, digest }: CallRecord): string => `${account} ${digest}`;
  const dayOf = ({ account, day }: CallRecord): string => `${account} ${day}`;

  function expect(call: CallRecord): string {
    if (barred.has(call.id)) return "short";
    const answer = answers.get(question(call));
    if (answer && answer.expiresAtMs > call.atMs) return "answered";
    if ([...open.values()].some((other) => question(other) === question(call))) return "under way";
    if ((used.get(dayOf(call)) ?? 0) < call.allowance) return "allowance";
    if (call.credits === 0) return "nothing";
    return call.credits !== null && balance(call.account) >= call.credits ? "credits" : "short";
  }

  function begin({ args: [call], answer }: Extract<Happened, { name: "beginCall" }>): void {
    const told = answer.outcome === "taken" ? answer.from : answer.outcome;
    // Of concurrent calls the first is served; their number is checked when all have been answered.
    const expected = isAtOnce() ? told : expect(call);
    must(told === expected, `a call was ${told}, not ${expected}`);
    const begun: Begun = { ...call, from: told, state: answer.outcome === "taken" ? "open" : "not taken" };
    calls.set(call.id, begun);
    if (answer.outcome !== "taken") return;
    open.set(call.id, begun);
    if (told === "allowance") used.set(dayOf(call), (used.get(dayOf(call)) ?? 0) + 1);
    if (told === "credits") add(call.account, -(call.credits ?? 0));
  }

  function undo(call: Begun): void {
    if (call.state !== "open" && call.state !== "kept") return;
    call.state = "given back";
    open.delete(call.id);
    if (call.from === "credits") add(call.account, call.credits ?? 0);
    if (call.from === "allowance") used.set(dayOf(call), used.get(dayOf(call))! - 1);
    if (answers.get(question(call))?.id === call.id) answers.delete(question(call));
  }

  function keep({ args: [id, body], answer }: Extract<Happened, { name: "keepCall" }>): void {
    const call = calls.get(id);
    const expected = call?.state === "open" || call?.state === "kept" ? "kept" : "gone";
    must(answer === expected, `call ${id} was ${answer}, not ${expected}`);
    if (call?.state !== "open") return;
    call.state = "kept";
    open.delete(id);
    if (body) answers.set(question(call), { id, expiresAtMs: body.expiresAtMs });
  }

  function giveBackAll({ args: [owner], answer }: Extract<Happened, { name: "giveBackCallsOf" }>): void {
    const left = [...open.values()].filter((call) => call.owner === owner);
    must(answer === left.length, `${answer} calls were given back, not ${left.length}`);
    for (const call of left) undo(call);
    owners.delete(owner);
  }

  function giveBack(id: string): void {
    const call = calls.get(id);
    if (call) undo(call);
    else barred.add(id);
  }

  function apply(event: Happened): void {
    if (event.name === "beginCall") begin(event);
    else if (event.name === "keepCall") keep(event);
    else if (event.name === "giveBackCall") giveBack(event.args[0]);
    else if (event.name === "heartbeat") owners.set(event.args[0], event.atMs + event.args[1]);
    else if (event.name === "giveBackCallsOf") giveBackAll(event);
  }

  return {
    apply,
    owners,
    usedBy: (account: string, day: string) => used.get(`${account} ${day}`) ?? 0,
    openOf: (owner: string) => [...open.values()].filter((call) => call.owner === owner),
    openCount: () => open.size,
    /** Every call that took an account's credits, whatever its outcome. */
    chargesOf: (account: string) =>
      [...calls.values()].filter((call) => call.account === account && call.from === "credits"),
  };
}

import { describe, expect, test } from "vitest";
import { createRoom } from "../../../service/parts/room.ts";

const busy = expect.objectContaining({ code: "busy", message: "full" });
const open = () => createRoom(100, "full");

describe("a room", () => {
  test("takes what fits, and has it back when its holder is done", () => {
    const room = open();
    const [ada, bob] = [room.hold("ada"), room.hold("bob")];
    ada.add(50);
    bob.add(50);
    expect(room.held()).toBe(100);
    using other = room.hold("cy");
    expect(() => other.add(1)).toThrow(busy);
    ada[Symbol.dispose]();
    other.add(50);
    expect(room.held()).toBe(100);
    bob[Symbol.dispose]();
    bob[Symbol.dispose]();
    expect(room.held()).toBe(50);
  });

  test("gives one caller no more than half, in however many pieces", () => {
    const room = open();
    const holdings = Array.from({ length: 5 }, () => room.hold("flood"));
    for (const holding of holdings) holding.add(10);
    expect(() => holdings[0]!.add(1)).toThrow(busy);
    using other = room.hold("ada");
    other.add(50);
    for (const holding of holdings) holding[Symbol.dispose]();
    expect(room.held()).toBe(50);
  });

  test("counts nothing of what was refused", () => {
    const room = open();
    using holding = room.hold("ada");
    expect(() => holding.add(51)).toThrow(busy);
    expect(room.held()).toBe(0);
    holding.add(50);
  });

  test("takes nothing more from who is done", () => {
    const room = open();
    const holding = room.hold("ada");
    holding[Symbol.dispose]();
    expect(() => holding.add(1)).toThrow(busy);
    expect(room.held()).toBe(0);
  });
});

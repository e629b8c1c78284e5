import type { PersonStory } from "./story.ts";

/** Sees a proven fix, takes it, and checks a program of their own: no account, no payment, no reading of docs. */
export const newcomer: PersonStory = {
  name: "newcomer",
  wish: "wants to see what this does, and try it",
  play: async (visitor) => {
    await visitor.arrive("/");
    await visitor.read("Not valid. One fix, proven.");
    await visitor.press("button", "Accept the fix");
    await visitor.press("button", "Undo");
    await visitor.write("Python source", "def half(n: int) -> str:\n    return n / 2\n");
    await visitor.press("radio", /^Check/);
    await visitor.press("button", "Run");
    await visitor.read(/Incompatible return value type/);
    await visitor.press("button", "Share");
    await visitor.press("button", "Create the link");
    await visitor.read(/copied/i);
  },
};

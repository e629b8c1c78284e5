import type { PersonStory } from "./story.ts";

/** Wants to call the API from a program: finds the page, copies a command, and looks a field up. */
export const docsReader: PersonStory = {
  name: "docs-reader",
  wish: "wants to call the API from a program",
  play: async (visitor) => {
    await visitor.arrive("/");
    await visitor.press("link", "Docs");
    await visitor.write("Search the docs", "python client");
    await visitor.takeFirst();
    await visitor.press("button", /^Copy/);
    await visitor.press("link", /API reference/);
    await visitor.press("button", /\/v1\/validate/);
    await visitor.read("min_confidence");
  },
};

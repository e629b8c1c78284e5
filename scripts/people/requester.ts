import { askOnChain } from "../demo/ask-each-tool.ts";
import type { PersonStory } from "./story.ts";

/** Learns how to ask the agent, asks, sees the request arrive, and reads the verdict. */
export const requester: PersonStory = {
  name: "requester",
  wish: "wants code proven over the marketplace",
  play: async (visitor, stage) => {
    await visitor.arrive("/");
    await visitor.press("link", "Marketplace");
    await visitor.read("Ask this agent");
    await visitor.press("radio", /^Run and prove/);
    await visitor.press("button", "Copy the command");
    // Here the agent is on a local chain, and the command plays a requester against it.
    await visitor.readCopied("npm run demo");
    await askOnChain(stage, "python_code_execute");
    await visitor.press("link", /^(?:Not v|V)alid$/);
    await visitor.read("The signature is valid.");
  },
};

import { latestVerdict } from "./latest-verdict.ts";
import type { PersonStory } from "./story.ts";

/** Was given a link: learns what it is, reads the result, checks the signature, and checks it again without trusting the page. */
export const verdictReader: PersonStory = {
  name: "verdict-reader",
  wish: "was sent a link to a verdict",
  play: async (visitor, stage) => {
    const { cid, path } = await latestVerdict(stage.product);
    await visitor.arrive(path);
    await visitor.read(/Assay/);
    await visitor.press("button", /Check the signature/);
    await visitor.read(/signed by/i);
    await visitor.press("link", "Verify");
    await visitor.write(/CID/, cid);
    await visitor.press("button", /^(?:Check|Verify)/);
    await visitor.read(/valid/i);
  },
};

import { latestVerdict } from "./latest-verdict.ts";
import type { PersonStory } from "./story.ts";

/** Was given a link: learns what it is, reads the result, checks the signature, and checks it again without trusting the page. */
export const verdictReader: PersonStory = {
  name: "verdict-reader",
  wish: "was sent a link to a verdict",
  play: async (visitor, stage) => {
    const { cid, path } = await latestVerdict(stage.product);
    await visitor.arrive(path);
    await visitor.read(/^This is a signed verdict by Assay/);
    await visitor.read("The signature is valid.");
    await visitor.press("button", "Check again");
    await visitor.press("link", "Verify");
    await visitor.press("radio", /^CID/);
    await visitor.write(/^CID, or/, cid);
    await visitor.press("button", "Check");
    await visitor.read(/^Unchanged, and signed by/);
  },
};

import type { DemoStage } from "../demo/stage.ts";
import type { Visitor } from "./visitor.ts";

/** What a person wants, from arriving to done. It ends where the person has it; a step that is not there throws. */
export type PersonStory = Readonly<{
  /** A file name, too: pictures are named after it. */
  name: string;
  wish: string;
  play(visitor: Visitor, stage: DemoStage): Promise<void>;
}>;

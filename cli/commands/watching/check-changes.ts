import type { CheckedFile } from "../../finding.ts";
import type { TrustPolicy } from "../../project/trust.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";
import { openProjectWatch } from "./watch-project.ts";
import { watchFiles } from "./watch.ts";

type Watched = Readonly<{
  trust: TrustPolicy;
  settings: Settings;
  /** The settings as they are now. */
  choose(): Settings;
  find(settings: Settings): readonly string[];
  /** The first look; it takes what was found before. */
  look(files: readonly string[]): Promise<number>;
  tell(files: readonly CheckedFile[]): void;
  noFiles(): void;
}>;

/** Checks, and checks again after each change, until it is interrupted. */
export async function checkChanges(
  terminal: Terminal,
  paths: readonly string[],
  { trust, settings, choose, find, look, tell, noFiles }: Watched,
): Promise<never> {
  const files = find(settings);
  using watching = watchFiles(terminal, paths);
  await look(files);
  await using project = openProjectWatch(terminal, trust);
  if (files.length > 0) project.prepare({ paths: files, settings, unsaved: new Map() });
  for (;;) {
    terminal.err("Waiting for changes. Ctrl+C ends.\n");
    await watching.changed();
    await withoutMistakes(terminal, async () => {
      const chosen = choose();
      const now = find(chosen);
      if (now.length === 0) return noFiles();
      const state = { paths: now, settings: chosen, unsaved: new Map<string, string>() };
      await project.check(state, tell, watching.untilChanged());
    });
  }
}

/** While files are being edited, the configuration may be wrong for a moment: that is told, and the watch goes on. */
async function withoutMistakes({ err }: Terminal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`assay: ${error.message}\n`);
  }
}

import { textOfBundle } from "../../../src/harness/bundle/bundle-file.ts";
import { bundleOf } from "../../../src/harness/explore/bundle/bundle-of.ts";
import { observation } from "./made-up.ts";
import { config } from "./settings.ts";

/**
 * The text of a bundle for `npm run sync` or another command, which failed in the recorded run and
 * has been fixed since.
 */
export function madeUpBundle(command: readonly string[] = ["npm", "run", "sync"]): string {
  const bundled = {
    planned: null,
    judgement: null,
    observation: observation({ exit: { code: 1, timedOut: false } }),
  };
  const content = bundleOf(bundled, {
    version: "0.1.0",
    command,
    config: config(),
    world: null,
    startsAt: 0,
    settings: { rerun: false, results: null, timeoutMs: null, env: null },
    keepsData: false,
    words: new Set(),
  });
  return textOfBundle(content);
}

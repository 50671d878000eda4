/** Bundles of histories for tests. */
import { createHash } from "node:crypto";

import { temporaryFile } from "../../apps/cli/program.ts";

export const historyOptions = {
  every: 900_000,
  freshWithin: 1_800_000,
  covers: "all",
  states: {},
  clockSkew: 0,
  tick: "exec",
  ledger: "file",
};

/** A file with the bundle of a history in which a Lead was missing in the ledger; `more` overrides its parts. */
export function historyBundle(
  history: { readonly leads: number; readonly events: readonly unknown[] },
  command: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const content = {
    format: "lead-sandbox-bundle/1",
    kind: "history",
    version: "0.1.0",
    command,
    startsAt: Date.UTC(2026, 2, 2, 9),
    settings: { seed: 1, fixture: "default", assumptions: {}, https: false, env: null },
    options: historyOptions,
    history,
    finding: { id: "s-1", kind: "missing", column: null, lasting: true },
    ...more,
  };
  const sha256 = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return temporaryFile("history.json", JSON.stringify({ sha256, ...content }));
}

import { join } from "node:path";

import type { RunSettings } from "../../src/explore/run/run-settings.ts";
import { runOnce } from "../../src/explore/run/run.ts";
import { runCommand } from "../../src/run-command.ts";
import { readConfig } from "../../src/settings/config.ts";
import type { Measure } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinnedMs } from "../cores.ts";
import { fewLeads, firmId, key } from "../leads.ts";
import { withServed } from "../served.ts";

const name = "explore-overhead";
const aloneName = "the command alone";
const command = [process.execPath, join(import.meta.dirname, "../programs/one-call.mjs")];

/** The additional time of a trial over its command alone. */
export const exploreOverhead: Measure = {
  name,
  title: "A trial of explore and its command alone",
  note: "The command is a client with one call. It runs in turns: alone against a running sandbox, and as a trial. Processes use all cores.",
  yardstick: aloneName,
  run(bench) {
    const settings: RunSettings = {
      command,
      config: readConfig({ flags: { port: 0, logLevel: "silent" } }),
      worlds: [],
      environmentOf: async (_, { url }) => ({ variables: variablesOf(url), end: async () => {} }),
      startsAt: Date.now(),
      results: null,
      rerun: false,
    };
    const trial = () => unpinnedMs(() => runOnce(settings, { trial: null, timeoutMs: 60_000 }));
    const work = ({ port }: { readonly port: number }) => {
      const env = variablesOf(`http://127.0.0.1:${port}`);
      const alone = () => unpinnedMs(() => runCommand({ command, env, stdio: "ignore" }));
      return inTurns(
        bench,
        name,
        [
          [aloneName, async () => ({ "whole run": [await alone(), "ms"] })],
          ["a trial", async () => ({ "whole run": [await trial(), "ms"] })],
        ],
        { rounds: bench.sized(5, 60), warmUps: bench.sized(2, 20) },
      );
    };
    return withServed(bench.targets.sandbox, fewLeads, bench.folder, work, false);
  },
};

function variablesOf(url: string): NodeJS.ProcessEnv {
  return { ...process.env, LEAD_API_URL: url, LEAD_API_KEY: key, LEAD_API_FIRM_ID: firmId };
}

import { writeFile } from "node:fs/promises";

import { counted } from "../../../base/values/counted.ts";
import type { JsonObject } from "../../../base/values/json.ts";
import type { PactNames } from "../../../server/record/record.ts";
import type { JournaledRequest } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import { exitCodes } from "../exit-codes.ts";
import { refuseUnwritable } from "../output/report-files.ts";
import { serveUntilStopped } from "./serve.ts";

/** Serves until stopped, then writes the traffic as a pact. Returns the exit code, 1 without any traffic. */
export async function record(config: Config, file: string, names: PactNames): Promise<number> {
  await refuseUnwritable("--out", file);
  let add: ((request: JournaledRequest) => void) | undefined;
  let count = 0;
  const code = await serveUntilStopped(
    config,
    async (sandbox) => {
      const recording = await sandbox.newRecording();
      ({ add } = recording);
      return async () => {
        count = await writePact(recording.pact(names), file);
      };
    },
    { onRequest: (request) => add?.(request) },
  );
  return code === exitCodes.ok && count === 0 ? exitCodes.failed : code;
}

/** Writes a pact, prints its number of interactions, and returns it. */
export async function writePact(pact: JsonObject, file: string): Promise<number> {
  const { interactions } = pact;
  const count = Array.isArray(interactions) ? interactions.length : 0;
  await writeFile(file, `${JSON.stringify(pact, null, 2)}\n`);
  process.stderr.write(`lead-sandbox: ${counted(count, "interaction")} in ${file}\n`);
  return count;
}

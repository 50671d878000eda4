import { writeFile } from "node:fs/promises";

import type { Config } from "../config.ts";
import { newRecording } from "../contract/record/record.ts";
import type { JournaledRequest, Sandbox } from "../sandbox.ts";
import { exitCodes } from "./exit-codes.ts";
import { refuseUnwritable } from "./report-files.ts";
import { serveUntilStopped } from "./serve.ts";

/** What a recording is named in its pact. */
export interface RecordingNames {
  readonly consumer: string;
  readonly provider: string;
}

/** Serves until stopped, then writes what came as a pact; answers the exit code, 1 when nothing came. */
export async function record(config: Config, file: string, names: RecordingNames): Promise<number> {
  await refuseUnwritable("--out", file);
  const recording = newRecording<JournaledRequest>();
  let count = 0;
  const write = async (sandbox: Sandbox): Promise<void> => {
    count = await writePact(sandbox, recording.requests(), file, names);
  };
  const code = await serveUntilStopped(config, write, { onRequest: recording.hear });
  return code === exitCodes.ok && count === 0 ? exitCodes.failed : code;
}

/** Writes requests to `sandbox` as a Pact V4 file, says how many interactions came of them, and answers that. */
export async function writePact(
  sandbox: Sandbox,
  requests: readonly JournaledRequest[],
  file: string,
  { consumer, provider }: RecordingNames,
): Promise<number> {
  const pact = await sandbox.recordPact(requests, { consumer, provider });
  const { interactions } = pact;
  const count = Array.isArray(interactions) ? interactions.length : 0;
  await writeFile(file, `${JSON.stringify(pact, null, 2)}\n`);
  process.stderr.write(
    `lead-sandbox: ${count} ${count === 1 ? "interaction" : "interactions"} in ${file}\n`,
  );
  return count;
}

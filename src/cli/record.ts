import { writeFile } from "node:fs/promises";

import { newSandboxClient } from "../client/sandbox-client.ts";
import type { Config } from "../config.ts";
import type { Sandbox } from "../sandbox.ts";
import { serveUntilStopped } from "./serve.ts";

/** What a recording is named in its pact. */
export interface RecordingNames {
  readonly consumer: string;
  readonly provider: string;
}

/** Serves until stopped, then writes what came as a pact; answers the exit code. */
export function record(config: Config, file: string, names: RecordingNames): Promise<number> {
  return serveUntilStopped(config, (sandbox) => writePact(sandbox, file, names));
}

/** Writes the traffic of the default workspace as a Pact V4 file. */
export async function writePact(
  sandbox: Sandbox,
  file: string,
  { consumer, provider }: RecordingNames,
): Promise<void> {
  const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
  const pact = await client.pact.recorded({ consumer, provider });
  await writeFile(file, `${JSON.stringify(pact, null, 2)}\n`);
  process.stderr.write(`lead-sandbox: ${pact.interactions.length} interactions in ${file}\n`);
}

/** Sends more documents than fit into the memory of a container of 256 MiB. */
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";

import { readyLine, startProgram } from "../apps/cli/program.ts";
import { commandFile } from "../support/command.ts";
import { newMemoryLimit } from "./memory-limit.ts";
import { sized } from "./size.ts";

const mebibyte = 1024 * 1024;
/** Five of 60 MB are more than the memory. */
const atOnce = sized(5, 8);
const missing = whatIsMissing();

/** Why these tests are skipped. Where containers are required, so is this. */
function whatIsMissing(): string | null {
  const limit = newMemoryLimit(256 * mebibyte);
  limit?.remove();
  if (limit !== null) return null;
  const why = "no right to limit the memory of a process with a control group";
  if (process.env["LEAD_SANDBOX_TEST_CONTAINERS"] === "required") throw new Error(why);
  process.stderr.write(`SKIPPED test/long/documents.test.ts: ${why}\n`);
  return why;
}

const State = z.looseObject({ leads: z.array(z.looseObject({})), plans: z.array(z.unknown()) });

async function limitedSandbox() {
  const limit = newMemoryLimit(256 * mebibyte);
  if (limit === null) throw new Error("There is no limit.");
  const line = `echo $$ > "$0"; exec "$@"`;
  const command = [process.execPath, commandFile(), "--port", "0", "--log-format", "json"];
  const started = startProgram("sh", ["-c", line, limit.procs, ...command], {});
  onTestFinished(async () => {
    started.process.kill("SIGKILL");
    await started.ended;
    limit.remove();
  });
  const { control } = readyLine(await started.printed("\n"));
  const { data } = z.object({ data: State }).parse(await (await fetch(`${control}/state`)).json());
  return { started, control, state: data };
}

/** A valid state with `count` Leads of half a kilobyte. */
function stateOf(state: z.infer<typeof State>, count: number): string {
  const [lead] = state.leads;
  const name = "x".repeat(60);
  const leads = Array.from({ length: count }, (_, place) => ({
    ...lead,
    id: `A${String(place).padStart(7, "0")}`,
    email: `p${place}@client.example`,
    firstName: name,
    lastName: name,
  }));
  return JSON.stringify({ ...state, leads, plans: [] });
}

async function put(control: string, body: string) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${control}/state`, { method: "PUT", headers, body });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after") };
}

describe.skipIf(missing !== null)(
  `a sandbox in 256 MiB${missing === null ? "" : ` (skipped: ${missing})`}`,
  () => {
    it(`outlives ${atOnce} documents of 60 MB at once, and ${atOnce} of the largest that it takes`, async () => {
      const { started, control, state } = await limitedSandbox();
      const tooLarge = JSON.stringify({ ...state, description: "x".repeat(60_000_000) });
      const large = stateOf(state, 42_000);
      expect(large.length).toBeGreaterThan(22_000_000);
      for (const { body, allowed } of [
        { body: tooLarge, allowed: [507] },
        { body: large, allowed: [200, 503] },
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- the second ones after the first
        const answers = await Promise.all(Array.from({ length: atOnce }, () => put(control, body)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(allowed));
        const refused = answers.filter(({ status }) => status === 503);
        expect(refused.every(({ retryAfter }) => retryAfter === "1")).toBe(true);
      }
      // The memory of a document is free again when it is answered.
      expect(await put(control, large)).toEqual({ status: 200, retryAfter: null });
      const leads = await (await fetch(`${control}/leads?limit=1`)).json();
      expect(leads).toMatchObject({ meta: { total: 42_000 } });
      expect(started.process.exitCode).toBeNull();
    });
  },
);

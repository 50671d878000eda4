/**
 * Reads one Lead repeatedly in process and prints the microseconds per request. With the argument `watched`, it also
 * explores another sandbox in the same process, with hooks and a variation.
 */
import { readConfig } from "../../src/config.ts";
import { newObserver } from "../../src/explore/run/observer.ts";
import { openSandbox } from "../../src/sandbox.ts";
import type { Sandbox } from "../../src/sandbox.ts";
import { median } from "../figures.ts";
import { key, knownLead } from "../leads-made.ts";

const [, , way, batches = "20"] = process.argv;
const batch = 2_000;
const config = readConfig({ flags: { port: 0, logLevel: "silent", quota: "off" } });
const variation = { family: "evolution", variation: "extra-field" } as const;
const planned = { ...variation, workspace: null, call: null, choices: null };
const trial = { id: "t", variations: [planned], waits: false };

const plain = openSandbox(config);
const watched =
  way === "watched" ? openSandbox(config, newObserver(trial, () => performance.now()).watch) : null;

async function ask(sandbox: Sandbox, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const headers = { "x-api-key": key };
    const request = new Request(`http://127.0.0.1/v1/leads/${knownLead}`, { headers });
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    const answer = await sandbox.fetch(request);
    if (answer.status !== 200) throw new Error(`GET returned ${answer.status}.`);
  }
}

const times: number[] = [];
for (let round = 0; round < Number(batches); round += 1) {
  // oxlint-disable-next-line no-await-in-loop -- one batch after the other
  if (watched !== null) await ask(watched, batch / 10);
  const began = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- sequential, as above
  await ask(plain, batch);
  times.push(((performance.now() - began) / batch) * 1_000);
}
// The first half includes compilation.
process.stdout.write(`${median(times.slice(times.length / 2))}\n`);

/**
 * Creates and closes many sandboxes in sequence, then prints the remaining heap and handles as JSON. Runs as a
 * separate process with --expose-gc.
 */
import { createSandbox } from "../../../src/index.ts";

const rounds = 3;
const sandboxesPerRound = 50;

async function used(): Promise<void> {
  const sandbox = await createSandbox();
  const workspace = await sandbox.workspace();
  const { url } = await sandbox.listen();
  const headers = { "x-api-key": workspace.apiKey, connection: "close" };
  const served = await fetch(`${url}/v1/leads`, { headers });
  await served.text();
  const inProcess = await sandbox.fetch("/v1/leads", { headers });
  await inProcess.text();
  await workspace.drop();
  await sandbox.close();
}

async function collected(): Promise<number> {
  // Finalizers run in a turn after the garbage collection.
  for (let pass = 0; pass < 3; pass += 1) {
    globalThis.gc?.();
    // oxlint-disable-next-line no-await-in-loop -- one collection after the other
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return process.memoryUsage().heapUsed;
}

const heaps: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  for (let made = 0; made < sandboxesPerRound; made += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time, to measure what remains
    await used();
  }
  // oxlint-disable-next-line no-await-in-loop -- after each round
  heaps.push(await collected());
}
const resources = process.getActiveResourcesInfo().filter((name) => name !== "PipeWrap");
process.stdout.write(JSON.stringify({ heaps, resources }));

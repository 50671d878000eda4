/**
 * Prints the processor time of `COUNT` cycles in milliseconds: new workspace, five requests, drop. Usage:
 * `cycles.mjs LIBRARY COUNT`.
 */
import { fiveRequests } from "../suites/five-requests.mjs";

const [, , library, count] = process.argv;
const { createSandbox } = await import(library);
const sandbox = await createSandbox({ quota: null });

async function cycles(times) {
  for (let time = 0; time < times; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one cycle after the other
    const workspace = await sandbox.workspace();
    // oxlint-disable-next-line no-await-in-loop -- sequential, as above
    await fiveRequests(workspace);
    // oxlint-disable-next-line no-await-in-loop -- sequential, as above
    await workspace.drop();
  }
}

// The code is compiled by now.
await cycles(Number(count));
const before = process.cpuUsage();
await cycles(Number(count));
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${(user + system) / 1_000 / Number(count)}\n`);
await sandbox.close();

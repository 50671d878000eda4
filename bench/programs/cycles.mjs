/** Runs `COUNT` small tests twice. Prints the processor time of one in milliseconds. */
import { fiveRequests, opener } from "../suites/small-test.mjs";

const count = Number(process.env.COUNT);
const open = await opener(process.env);

async function cycles() {
  for (let time = 0; time < count; time += 1) {
    const workspace = await open();
    await fiveRequests(workspace);
    await workspace.drop();
  }
}

// The first cycles compile the code.
await cycles();
const before = process.cpuUsage();
await cycles();
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${(user + system) / 1_000 / count}\n`);

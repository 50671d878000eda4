/** Runs a program once for each line of standard input, as cron would once for each tick. */
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

let tick = 0;
for await (const _ of createInterface({ input: process.stdin })) {
  await import(`${pathToFileURL(process.argv[2]).href}?tick=${++tick}`);
  process.stdout.write("done\n");
}

import { setTimeout as wait } from "node:timers/promises";

import type { Page } from "playwright-core";

import { launch } from "../../test/browser/browser.ts";
import type { Measure, Row } from "../bench.ts";
import { inTurns } from "../bench.ts";
import { unpinned } from "../cores.ts";
import { fewLeads, key, knownLead } from "../leads.ts";
import { withServed } from "../served.ts";

const name = "console-open";
const alone = "no console";
const views = "activity leads mail limits faults rules coverage world connect".split(" ");

/** How long a client waits for its answers while the console shows what it does. */
export const consoleOpen: Measure = {
  name,
  title: "A client while the console is open",
  note: "The median time of a GET at 200 requests a second, while a headless Chromium shows a view of the console, or an empty page. The browser uses all cores.",
  yardstick: alone,
  async run(bench) {
    const browser = await unpinned(launch);
    try {
      const page = await browser.newPage();
      const work = ({ port }: { readonly port: number }) => {
        const url = `http://127.0.0.1:${port}`;
        const seconds = bench.sized(0.5, 3);
        const rows = [null, ...views].map((view): Row => {
          const visit = async () => {
            await show(page, url, view);
            return { GET: [await medianMs(url, seconds), "ms"] } as const;
          };
          return [view === null ? alone : `${view} open`, visit];
        });
        return inTurns(bench, name, rows, { rounds: bench.sized(1, 5), warmUps: 1 });
      };
      return await withServed(bench.targets.sandbox, fewLeads, bench.folder, work);
    } finally {
      await browser.close();
    }
  },
};

async function show(page: Page, url: string, view: string | null): Promise<void> {
  await page.goto("about:blank");
  if (view === null) return;
  await page.goto(`${url}/_sandbox/#/default/${view}`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator("main h1").first().waitFor({ state: "attached" });
}

/** The median milliseconds for an answer. A request starts 5 ms after the one before, or after its answer. */
async function medianMs(url: string, seconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const began = performance.now();
    const answer = await fetch(`${url}/v1/leads/${knownLead}`, { headers: { "x-api-key": key } });
    await answer.arrayBuffer();
    const ms = performance.now() - began;
    times.push(ms);
    await wait(Math.max(5 - ms, 0));
  }
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

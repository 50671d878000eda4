import * as z from "zod";

import type { Bench, Figures, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { median } from "../figures.ts";
import { probed } from "../probed.ts";
import { eachRound } from "../rounds.ts";
import type { Served } from "../served.ts";
import { startServed } from "../served.ts";

const measure = "blocking";
const leads = 100_000;
/** Enough requests to fill the journal, the outbox and the list of events. */
const requests = 12_000;

/** Control API calls that read or replace much data, by table row. */
const heavy: Readonly<Record<string, readonly [method: string, path: string]>> = {
  "GET state": ["GET", "state"],
  "GET requests.har": ["GET", "requests.har"],
  "GET requests, 1000": ["GET", "requests?limit=1000"],
  "GET requests/count, by path": ["GET", "requests/count?path=/v1/nowhere"],
  "GET events, all": ["GET", "events?after=0"],
  "GET leads, offset 90000": ["GET", "leads?limit=20&offset=90000"],
  "GET leads, search": ["GET", "leads?limit=20&search=nowhere"],
  "GET emails, 1000": ["GET", "emails?limit=1000"],
  "GET emails, by subject": ["GET", "emails?subject=nowhere"],
  "GET pact": ["GET", "pact?consumer=client&provider=leads"],
  "GET coverage": ["GET", "coverage"],
  "POST snapshots": ["POST", "snapshots"],
  "GET snapshot, download": ["GET", "snapshots/kept-0/download"],
  "POST snapshot, restore": ["POST", "snapshots/kept-0/restore"],
  "POST reset": ["POST", "reset"],
  "PUT state": ["PUT", "state"],
};

export const heavyCalls: readonly string[] = Object.keys(heavy);
export const idleName = "no call";

/** How long a control API call delays all other requests. */
export const blocking: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "How long a control call blocks other requests",
      note: "The longest delay of the server's event loop (`perf_hooks.monitorEventLoopDelay`) during the call, as the median of three calls. The workspace has 100k Leads and a full journal, outbox and list of events. Nothing else runs and nothing is written in between.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    const command = target.command(leads, bench.folder);
    const start = () => startServed((port) => probed(command(port), "delay-probe"), target.getOne);
    await eachRound(bench, measure, start, async (served) => {
      const fill = { connections: 10, requestsMax: requests };
      await bench.load.run(served.port, [target.create], fill);
      await ofOne(bench, served, figures);
    });
    return figures.all();
  },
};

async function ofOne(bench: Bench, served: Served, figures: Figures): Promise<void> {
  const state = await answerTo(served.port, "GET", "state");
  const bodies: Readonly<Record<string, string>> = {
    "POST snapshots": '{"name":"kept-{n}"}',
    "PUT state": stateBody(state),
  };
  const calls = bench.sized(1, 3);
  const add = async (target: string, call: (count: number) => Promise<unknown>): Promise<void> => {
    const delays: number[] = [];
    const times: number[] = [];
    for (let count = 0; count < calls; count += 1) {
      await served.ask("start");
      const began = performance.now();
      await call(count);
      times.push(performance.now() - began);
      delays.push(Number(await served.ask("stop")));
    }
    figures.add({ measure, target, column: "longest delay", unit: "ms" }, median(delays));
    figures.add({ measure, target, column: "whole answer", unit: "ms" }, median(times));
  };
  await add(idleName, async () => {});
  for (const [name, [method, path]] of Object.entries(heavy)) {
    try {
      await add(name, (count) =>
        answerTo(served.port, method, path, bodies[name]?.replace("{n}", String(count))),
      );
    } catch (error) {
      bench.skip(`${measure}: ${name}`, error);
    }
  }
}

/** Turns the answer of GET into the body of PUT. */
function stateBody(answer: string): string {
  return JSON.stringify(z.object({ data: z.unknown() }).parse(JSON.parse(answer)).data);
}

async function answerTo(
  port: number,
  method: string,
  path: string,
  body: string | null = null,
): Promise<string> {
  const headers = body === null ? {} : { "content-type": "application/json" };
  const url = `http://127.0.0.1:${port}/_sandbox/${path}`;
  const answer = await fetch(url, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${text}`);
  return text;
}

import { Agent, request } from "node:http";

import * as z from "zod";

import type { Bench, Measure } from "../bench.ts";
import { newFigures } from "../bench.ts";
import { median } from "../figures.ts";
import { probed } from "../probed.ts";
import { eachRound } from "../rounds.ts";
import type { Served } from "../served.ts";
import { startServed } from "../served.ts";
import { sandboxName } from "../targets/sandbox.ts";

const measure = "workspaces";

const Created = z.object({
  data: z.object({
    firms: z.array(z.object({ apiKeys: z.array(z.object({ key: z.string() })) })),
  }),
});

/** The cost of a thousand workspaces: to create them, and to use them first. */
export const workspaces: Measure = {
  name: measure,
  tables: [
    {
      id: measure,
      title: "1000 workspaces",
      note: "The control API makes each from the default fixture; its first use is a POST of a Lead. Times are medians over HTTP. Memory is RSS per workspace after a forced collection. Another 1000 exist before, a tenth of them used.",
      yardstick: null,
    },
  ],
  async run(bench) {
    const figures = newFigures();
    const target = bench.targets.sandbox();
    const count = bench.sized(100, 1_000);
    const command = target.command(null, bench.folder);
    const start = () => startServed((port) => probed(command(port)), target.getOne);
    await eachRound(bench, measure, start, async (served) => {
      const keys = await made(served.port, "warm", count);
      await firstUse(bench, served, keys.keys.slice(0, Math.ceil(count / 10)));
      const memory = [(await served.memory("held")).rss];
      const { keys: ours, times } = await made(served.port, "made", count);
      memory.push((await served.memory("held")).rss);
      const used = await firstUse(bench, served, ours);
      memory.push((await served.memory("held")).rss);
      const [before = 0, afterMade = 0, afterUsed = 0] = memory;
      const at = { measure, target: sandboxName } as const;
      const each = (bytes: number): number => bytes / 1_024 / count;
      figures.add({ ...at, column: "made: time", unit: "ms" }, median(times));
      figures.add({ ...at, column: "made: memory", unit: "KiB" }, each(afterMade - before));
      figures.add({ ...at, column: "first use: time", unit: "ms" }, used.p50Ms, used);
      figures.add({ ...at, column: "first use: p99", unit: "ms" }, used.p99Ms);
      figures.add({ ...at, column: "first use: memory", unit: "KiB" }, each(afterUsed - afterMade));
      figures.add({ ...at, column: "in all: memory", unit: "KiB" }, each(afterUsed - before));
    });
    return figures.all();
  },
};

function firstUse(bench: Bench, { port }: Served, keys: readonly string[]) {
  const { create } = bench.targets.sandbox();
  const requests = keys.map((key) => ({ ...create, headers: { "x-api-key": key } }));
  return bench.load.run(port, requests, { connections: 1, requestsMax: keys.length });
}

/** Creates workspaces in sequence. Returns a key of each, and how many milliseconds each took. */
async function made(port: number, name: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const keys: string[] = [];
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const began = performance.now();
    const answer = await post(agent, port, JSON.stringify({ id: `${name}-${number}` }));
    times.push(performance.now() - began);
    keys.push(Created.parse(JSON.parse(answer)).data.firms[0]?.apiKeys[0]?.key ?? "");
  }
  agent.destroy();
  return { keys, times };
}

function post(agent: Agent, port: number, body: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    {
      agent,
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/_sandbox/workspaces",
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    },
    (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve(text));
    },
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

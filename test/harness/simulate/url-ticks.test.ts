/** `--tick URL`: each tick is one POST to a service, which is started again when it ended or was late. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { urlTicker } from "../../../src/harness/simulate/ticks/url-ticker.ts";
import { temporaryFolder } from "../../apps/cli/program.ts";
import { keptPort } from "../../support/kept-port.ts";

/** Notes its starts and ticks in the file of its first argument, and never answers the tick of its third one. */
const service = `
const { appendFileSync } = require("node:fs");
const [log, port, silent] = process.argv.slice(1);
appendFileSync(log, "start ");
require("node:http").createServer(async (request, response) => {
  const { tick } = JSON.parse((await request.toArray()).join(""));
  appendFileSync(log, tick + " ");
  if (tick !== Number(silent)) response.end();
}).listen(Number(port), "127.0.0.1");`;

/** A job whose first start fails if `failsFirst`, and what it noted. */
async function jobOf({ silent = -1, failsFirst = false, timeoutMs = 60_000 }) {
  const port = await keptPort();
  const [log, first] = ["log", "first"].map((name) => join(temporaryFolder(), name));
  if (log === undefined || first === undefined) throw new Error("no files");
  writeFileSync(log, "");
  if (failsFirst) writeFileSync(first, "");
  const script = 'if [ -e "$1" ]; then rm "$1"; exit 1; fi; shift; exec "$@"';
  const started = [process.execPath, "-e", service, log, `${port}`, `${silent}`];
  const ticker = urlTicker(
    { timeoutMs, signal: new AbortController().signal, onStillRunning: () => {} },
    `http://127.0.0.1:${port}/`,
  )({ env: { PATH: process.env["PATH"] }, command: ["sh", "-c", script, "sh", first, ...started] });
  onTestFinished(() => ticker.end());
  const tick = (number: number) => ticker.run({ tick: number, now: 0 });
  return { ...ticker, tick, noted: () => readFileSync(log, "utf8").trim() };
}

describe("--tick URL", () => {
  it("ends a service at the time limit of its tick, and starts it again for the next one", async () => {
    const job = await jobOf({ silent: 1, timeoutMs: 3_000 });
    expect(await job.tick(0)).toMatchObject({ ok: true });
    expect(await job.tick(1)).toMatchObject({ killed: true, why: "no answer within 3 s" });
    expect(await job.tick(2)).toMatchObject({ ok: true });
    expect(job.noted()).toBe("start 0 1 start 2");
  });

  it("sends a tick once, also after a service that failed to start", async () => {
    const job = await jobOf({ failsFirst: true });
    expect(await job.tick(0)).toMatchObject({ ok: false, killed: false });
    expect(await job.tick(1)).toMatchObject({ ok: true });
    expect(await job.tick(2)).toMatchObject({ ok: true });
    expect(job.noted()).toBe("start 1 2");
  });
});

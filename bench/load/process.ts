/** The load process: runs each job that it receives over keep-alive sockets, and reports the result. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { createHistogram } from "node:perf_hooks";

import { bytesOf } from "../sent.ts";
import { newAnswerReader } from "./answer-reader.ts";
import { Job } from "./job.ts";
import type { LoadResult } from "./job.ts";

process.on("message", (message) => {
  const job = Job.parse(message);
  void run(job).then((result) => process.send?.(result));
});

/** The counters of a running job. */
interface Tally {
  readonly latencies: ReturnType<typeof createHistogram>;
  readonly statuses: Record<string, number>;
  number: number;
  sent: number;
  readonly turn: number;
  lost: number;
  answers: number;
  errors: number;
  isOver: boolean;
  countsFrom: number;
}

async function run(job: Job): Promise<LoadResult> {
  const makers = job.requests.map((sent) => bytesOf(sent, job.port));
  const tally: Tally = {
    latencies: createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 }),
    statuses: {},
    number: job.firstNumber,
    sent: 0,
    turn: job.countsLast ? job.requests.length : 1,
    lost: 0,
    answers: 0,
    errors: 0,
    isOver: false,
    countsFrom: performance.now() + job.warmUpSeconds * 1_000,
  };
  const next = nextBytes(job, makers, tally);
  let cpu = process.cpuUsage();
  const warm = setTimeout(() => (cpu = process.cpuUsage()), job.warmUpSeconds * 1_000);
  const over = setTimeout(() => (tally.isOver = true), (job.warmUpSeconds + job.seconds) * 1_000);
  await Promise.all(
    Array.from({ length: job.connections }, () => connection(job.port, tally, next)),
  );
  clearTimeout(warm);
  clearTimeout(over);
  return resultOf(tally, process.cpuUsage(cpu));
}

/** The next request, or null at the end of the job. */
function nextBytes(
  job: Job,
  makers: readonly ReturnType<typeof bytesOf>[],
  tally: Tally,
): () => Buffer | null {
  return () => {
    if (tally.isOver || tally.sent >= job.requestsMax) return null;
    const place = job.isRandom ? Math.floor(Math.random() * makers.length) : tally.sent;
    const make = makers[place % makers.length];
    tally.sent += 1;
    tally.number += 1;
    return make?.(tally.number) ?? null;
  };
}

/** Sends requests in sequence over one connection, and reconnects when the server closes it. */
function connection(port: number, tally: Tally, next: () => Buffer | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let reader = newAnswerReader();
  let began = 0;
  let isWaiting = false;
  let socket: Socket;
  const send = (): void => {
    const bytes = next();
    isWaiting = bytes !== null;
    if (bytes === null) {
      socket.destroy();
      resolve();
      return;
    }
    began = performance.now();
    socket.write(bytes);
  };
  const take = (chunk: Buffer): void => {
    const status = reader.take(chunk);
    if (status === null) return;
    count(tally, status, began);
    send();
  };
  const open = (): void => {
    reader = newAnswerReader();
    const buffer = Buffer.allocUnsafeSlow(65_536);
    const callback = (length: number): boolean => {
      take(buffer.subarray(0, length));
      return true;
    };
    socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: { buffer, callback },
    });
    socket.on("connect", send);
    socket.on("error", () => {});
    socket.on("close", () => {
      if (!isWaiting) return;
      tally.lost += 1;
      if (tally.isOver) resolve();
      else if (tally.lost > 10_000) reject(new Error("The server ends every connection."));
      else setTimeout(open, 1);
    });
  };
  isWaiting = true;
  open();
  return promise;
}

function count(tally: Tally, status: number, began: number): void {
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (began < tally.countsFrom || tally.sent % tally.turn !== 0) return;
  tally.answers += 1;
  if (status < 200 || status > 399) tally.errors += 1;
  tally.latencies.record(Math.max(1, Math.round((performance.now() - began) * 1_000)));
}

function resultOf(tally: Tally, cpu: NodeJS.CpuUsage): LoadResult {
  const { latencies, answers, errors, statuses, lost, number } = tally;
  const seconds = (performance.now() - tally.countsFrom) / 1_000;
  const at = (percent: number): number =>
    answers === 0 ? 0 : latencies.percentile(percent) / 1_000;
  return {
    answers,
    errors,
    statuses,
    lost,
    seconds,
    p50Ms: at(50),
    p95Ms: at(95),
    p99Ms: at(99),
    mostMs: answers === 0 ? 0 : latencies.max / 1_000,
    loadCpu: (cpu.user + cpu.system) / 1e6 / seconds,
    nextNumber: number + 1,
  };
}

/** The load process: runs each job that it receives over keep-alive sockets, and answers with the result or a reason. */
import { connect } from "node:net";

import { median } from "../figures.ts";
import { bytesOf } from "../sent.ts";
import { newAnswerReader } from "./answer-reader.ts";
import type { Job, LoadResult } from "./load.ts";

/** The number of the next request. Numbers continue from job to job. */
let number = 1;

process.on("message", (job: Job) => {
  void run(job)
    .catch(String)
    .then((result) => process.send?.(result));
});

async function run({ port, connections, seconds = 600, ...job }: Job): Promise<LoadResult> {
  const makers = job.requests.map((sent) => bytesOf(sent, port));
  const turn = job.countsLast === true ? makers.length : 1;
  const latencies: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1_000;
  let sent = 0;
  const next = (): Buffer | null => {
    if (sent >= (job.requestsMax ?? Infinity) || performance.now() > end) return null;
    const place = job.isRandom === true ? Math.floor(Math.random() * makers.length) : sent;
    sent += 1;
    number += 1;
    return makers[place % makers.length]?.(number) ?? null;
  };
  const count = (ms: number): void => {
    if (sent % turn === 0) latencies.push(ms);
  };
  await Promise.all(Array.from({ length: connections }, () => connection(port, next, count)));
  const took = (performance.now() - began) / 1_000;
  return { answers: latencies.length, seconds: took, medianMs: median(latencies) };
}

/** Sends requests in sequence over one connection until `next` returns null. */
function connection(
  port: number,
  next: () => Buffer | null,
  count: (ms: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const reader = newAnswerReader();
  let began = 0;
  const send = (): void => {
    const bytes = next();
    if (bytes === null) {
      resolve();
      socket.destroy();
      return;
    }
    began = performance.now();
    socket.write(bytes);
  };
  const take = (chunk: Buffer): void => {
    const status = reader.take(chunk);
    if (status === null) return;
    if (status < 200 || status > 399) {
      socket.destroy(new Error(`A request got status ${status}.`));
      return;
    }
    count(performance.now() - began);
    send();
  };
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.on("data", take);
  socket.on("connect", send);
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("The server closed a connection.")));
  return promise;
}

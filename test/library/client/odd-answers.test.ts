import { describe, expect, it } from "vitest";

import { probe } from "../../../src/apps/cli/tester/probe.ts";
import { sendRequest } from "../../../src/library/client/send-request.ts";
import { fetchByHost } from "../../../src/library/embed/host-fetch.ts";
import { oddAnswers, oddServer } from "../../support/odd-answers.ts";

/** Settled calls say that the process goes on, and that no caller waits forever. */
const ended = /^(?:an answer|an error: .+)$/;

function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "an answer",
    (error: unknown) => `an error: ${error instanceof Error ? error.message : String(error)}`,
  );
}

describe("a server that gives an odd answer", () => {
  it.each(oddAnswers)("%s: ends a call of the control API", async (_name, answer) => {
    const url = `http://127.0.0.1:${await oddServer(answer)}`;
    const { method } = answer;
    const text = async () => (await sendRequest({ url, method, headers: {} })).text();
    expect(await outcome(text())).toMatch(ended);
  });

  it.each(oddAnswers)("%s: ends a request that keeps its host", async (_name, answer) => {
    const url = `http://127.0.0.1:${await oddServer(answer)}`;
    const request = new Request("http://partner.example/", { method: answer.method });
    const text = async () => (await fetchByHost(request, url)).text();
    expect(await outcome(text())).toMatch(ended);
  });

  it.each(oddAnswers)("%s: ends a probe before its limit", async (_name, answer) => {
    const url = `http://127.0.0.1:${await oddServer(answer)}`;
    const { reason } = await probe(url, 10_000);
    expect(reason ?? "ready").not.toMatch(/no answer within/);
  });
});

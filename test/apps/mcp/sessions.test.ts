import { describe, expect, it } from "vitest";

import type { Json } from "../../../src/base/values/json.ts";
import { newSandbox } from "../../support/sandbox.ts";
import { agentOf, eras } from "./agent.ts";
import type { Send } from "./session.ts";
import { sessions } from "./sessions.ts";

describe.each(eras)("over HTTP in %s", (era) => {
  it.each(sessions)("session ($name) ends well", async ({ play, calls, chars }) => {
    const sandbox = newSandbox();
    const agent = await agentOf(sandbox, { era });
    await play(agent, sendTo(sandbox.fetch));
    const spent = agent.spent();
    expect(spent.calls).toBeLessThanOrEqual(calls);
    expect(spent.chars).toBeLessThanOrEqual(chars);
  });
});

function sendTo(fetch: (request: Request) => Promise<Response>): Send {
  return async ({ url, method, key, body, headers }) => {
    const answer = await fetch(
      new Request(url, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json", ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    const parsed: Json = text === "" ? null : JSON.parse(text);
    return { status: answer.status, body: parsed };
  };
}

import { describe, expect, it } from "vitest";

import { messageOf } from "../../../../src/network/http/api-error.ts";
import { rulesOf } from "../../../support/reply.ts";
import { newWorld } from "../../../support/world.ts";
import { cutOff, lost, newRawSandbox, planFault } from "./planned-faults.ts";

const taken = [{ code: "NOT_UNIQUE", message: "Taken" }] as const;

/** The answer to a GET of the Leads under a fault with this effect. */
async function answerTo(then: unknown) {
  const world = await newWorld();
  await planFault(world, { then });
  return world.api("GET", "/v1/leads");
}

describe("a fault with a status", () => {
  it.each([400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503, 504, 507, 599])(
    "answers %i in the envelope with a message, and fields for 409 and 422 (2.5, 7)",
    async (status) => {
      const reply = await answerTo({ status });
      expect(reply.status).toBe(status);
      const fields = status === 409 || status === 422 ? { fields: {} } : {};
      expect(reply.json).toEqual({ message: messageOf(status), ...fields });
      expect(reply.headers.get("content-type")).toBe("application/json");
    },
  );

  it.each([409, 422, 400, 503])("answers %i with its own message and fields", async (status) => {
    const reply = await answerTo({ status, message: "Taken", fields: { email: taken } });
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual({ message: "Taken", fields: { email: taken } });
  });

  it("answers a message in any script, and an empty one", async () => {
    expect((await answerTo({ status: 503, message: "Déjà vu 🙈\n" })).json).toEqual({
      message: "Déjà vu 🙈\n",
    });
    expect((await answerTo({ status: 503, message: "" })).json).toEqual({ message: "" });
  });

  it.each(["retry-after", "Retry-After", "RETRY-AFTER"])(
    "answers with the header %s",
    async (name) => {
      const reply = await answerTo({ status: 429, headers: { [name]: "120", "x-trace": "abc" } });
      expect(reply.headers.get("retry-after")).toBe("120");
      expect(reply.headers.get("x-trace")).toBe("abc");
    },
  );

  it.each(["content-type", "Content-Type"])("replaces %s, and no other header", async (name) => {
    const reply = await answerTo({ status: 502, headers: { [name]: "text/html" } });
    expect(reply.headers.get("content-type")).toBe("text/html");
  });

  it("has headers with the request id, the rule and the fault (7)", async () => {
    const world = await newWorld();
    const id = await planFault(world, { then: { status: 503 } });
    const reply = await world.api("GET", "/v1/leads");
    expect(rulesOf(reply)).toEqual(["error.server"]);
    expect(reply.headers.get("x-sandbox-reason")).toContain(id);
    expect(reply.headers.get("x-sandbox-request-id")).toMatch(/^req_\w{8}$/);
  });
});

describe("a fault of kind empty", () => {
  it.each([
    { name: "200 when it is given no status", then: { kind: "empty" }, status: 200 },
    { name: "its status", then: { kind: "empty", status: 503 }, status: 503 },
    { name: "a status without a body", then: { kind: "empty", status: 204 }, status: 204 },
  ])("answers $name, without a body", async ({ then, status }) => {
    const sandbox = newRawSandbox();
    await planFault(sandbox, { then });
    const response = await sandbox.api("GET", "/v1/leads");
    expect(response.status).toBe(status);
    expect(await response.text()).toBe("");
  });
});

describe("a fault of kind malformed", () => {
  it.each([
    { name: "200", then: { kind: "malformed" }, status: 200, text: '{"data":{' },
    {
      name: "its status and message",
      then: { kind: "malformed", status: 503, message: "Busy" },
      status: 503,
      text: '{"message":"Busy',
    },
    {
      name: "its fields",
      then: { kind: "malformed", status: 409, message: "Taken" },
      status: 409,
      text: '{"message":"Taken","fields":{',
    },
    {
      name: "an empty message",
      then: { kind: "malformed", status: 500, message: "" },
      status: 500,
      text: '{"message":"',
    },
  ])("answers $name as truncated JSON", async ({ then, status, text }) => {
    const sandbox = newRawSandbox();
    await planFault(sandbox, { then });
    const response = await sandbox.api("GET", "/v1/leads");
    const sent = await response.text();
    expect({ status: response.status, sent }).toEqual({ status, sent: text });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(() => JSON.parse(sent)).toThrow(SyntaxError);
  });

  it.each([204, 205, 304])(
    "answers %i without a body, as that status allows none",
    async (status) => {
      const sandbox = newRawSandbox();
      await planFault(sandbox, { then: { kind: "malformed", status } });
      const response = await sandbox.api("GET", "/v1/leads");
      expect({ status: response.status, text: await response.text() }).toEqual({
        status,
        text: "",
      });
    },
  );
});

describe.each(["reset", "hang"])("a fault of kind %s", (kind) => {
  it("rejects the fetch of a client in this process that aborts", async () => {
    const sandbox = newRawSandbox();
    const id = await planFault(sandbox, { then: { kind } });
    const givingUp = new AbortController();
    const sent = sandbox.api("GET", "/v1/leads", { signal: givingUp.signal });
    await sandbox.control("GET", "/requests/wait?status=0");
    givingUp.abort();
    expect(await lost(sent)).toContain(id);
  });
});

describe("a fault of kind hang", () => {
  it("rejects the fetch of a client in this process when the sandbox is closed", async () => {
    const sandbox = newRawSandbox();
    await planFault(sandbox, { then: { kind: "hang" } });
    const sent = lost(sandbox.api("GET", "/v1/leads"));
    await sandbox.control("GET", "/requests/wait?status=0");
    sandbox.close();
    expect(await sent).toMatch(cutOff);
  });

  it("rejects the fetch of a client that aborted before sending", async () => {
    const sandbox = newRawSandbox();
    await planFault(sandbox, { then: { kind: "hang" } });
    const sent = sandbox.api("GET", "/v1/leads", { signal: AbortSignal.abort() });
    expect(await lost(sent)).toMatch(cutOff);
  });
});

import { beforeAll, describe, expect, it } from "vitest";

import type { JsonObject } from "../../src/base/values/json.ts";
import type { ControlOperation } from "../../src/server/control/calls/operation.ts";
import { controlOperations } from "../../src/server/control/calls/operations.ts";
import { newFilledWorld, sendRaw } from "../server/control/paths.ts";
import { samples } from "../server/control/samples.ts";
import type { Reply } from "../support/reply.ts";
import { replyOf } from "../support/reply.ts";
import { isRemote, newTarget } from "../support/target.ts";
import { newWorld } from "../support/world.ts";
import {
  answerOf,
  bodySchemaOf,
  judge,
  objectAt,
  operationsOf,
  servedDocuments,
  valueAt,
} from "./documents.ts";
import { sampled } from "./examples.ts";

let document: JsonObject;
let faultOf: ReturnType<typeof judge>;

beforeAll(async () => {
  ({ control: document } = await servedDocuments());
  faultOf = judge(document);
});

const rows = controlOperations.map((operation) => ({ id: operation.id, operation }));

const withBody = rows.filter(({ id }) => samples[id]?.body !== undefined);
const withQuery = rows.filter(({ id }) => samples[id]?.query !== undefined);

describe("the document of the control API", () => {
  it.each(rows)(
    "matches the status, type and shape of the answer of $id to its sample",
    async ({ operation }) => {
      const { reply } = await sampled(operation);
      expect(`${reply.status} ${reply.text}`).toMatch(new RegExp(`^${operation.status} `));
      expect(reply.json === null).toBe(operation.answer === null);
      expect(faultIn(operation.id, reply)).toBeNull();
    },
  );

  it.each(withBody)("accepts the body in the sample of $id", ({ id }) => {
    expect(faultOf(bodySchema(id), samples[id]?.body)).toBeNull();
  });

  it.each(withBody)("rejects an unknown key in the body of $id", ({ id }) => {
    const nonsense = id === "put-assumptions" ? 1 : "nonsense";
    expect(faultOf(bodySchema(id), { ...samples[id]?.body, nonsense })).not.toBeNull();
  });

  it.each(withQuery)("documents every parameter in the sample of $id", ({ id }) => {
    const named = queryNames(id);
    const sent = [...new URLSearchParams(samples[id]?.query).keys()];
    expect(sent.filter((name) => !named.includes(name))).toEqual([]);
  });

  it("matches the answer of every call to an invalid query and to an invalid body", async () => {
    const { world, pathOf } = await newFilledWorld();
    for (const { id, operation } of rows) {
      const path = pathOf(operation);
      const { method } = operation;
      // oxlint-disable-next-line no-await-in-loop -- the answer of one call at a time
      const toQuery = await world.api(method, `${path}?nonsense=1`, { key: null });
      expect([id, toQuery.status, faultIn(id, toQuery)]).toEqual([id, 422, null]);
      if (method === "GET") continue;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const toBody = await sendRaw(world, method, path, '{"nonsense":1}');
      expect([id, toBody.status, faultIn(id, toBody)]).toEqual([id, 422, null]);
    }
  });
});

/** One refusal of each kind that every call shares. */
const refusals: readonly {
  readonly status: number;
  readonly id: string;
  readonly send: () => Promise<Reply>;
}[] = [
  {
    status: 404,
    id: "get-clock",
    send: async () => (await newWorld()).server("GET", "/workspaces/nowhere/clock"),
  },
  {
    status: 409,
    id: "drop-workspace",
    send: async () => (await newWorld()).server("DELETE", "/workspaces/default"),
  },
  {
    status: 413,
    id: "put-state",
    send: async () =>
      sendRaw(await newWorld(), "PUT", "/_sandbox/state", `"${"x".repeat(64 * 1024 * 1024)}"`),
  },
  {
    status: 415,
    id: "plan-fault",
    send: async () => {
      const headers = { "content-type": "application/json", "content-encoding": "zstd" };
      const init = { method: "POST", headers, body: "{}" };
      const world = await newWorld();
      return replyOf(await world.fetch(new Request("http://127.0.0.1/_sandbox/faults", init)));
    },
  },
  {
    status: 422,
    id: "plan-fault",
    send: async () => (await newWorld()).control("POST", "/faults", { then: {} }),
  },
  {
    status: 403,
    id: "get-health",
    send: async () =>
      (await newWorld()).api("GET", "/_sandbox/health", {
        key: null,
        headers: { origin: "https://elsewhere.example" },
      }),
  },
];

describe("a refusal of the control API", () => {
  it.each(refusals)("$status of $id has the documented shape", async ({ status, id, send }) => {
    const reply = await send();
    expect(reply.status).toBe(status);
    expect(faultIn(id, reply)).toBeNull();
  });

  // The token is a setting of the sandbox.
  it.skipIf(isRemote)("401 without the token has the documented shape", async () => {
    const target = newTarget({ controlToken: "secret" });
    const request = new Request("http://127.0.0.1/_sandbox/health");
    const reply = await replyOf(await target.fetch(request));
    expect(reply.status).toBe(401);
    expect(faultIn("get-health", reply)).toBeNull();
  });
});

describe("the live form of list-events", () => {
  it("has its own documented type", () => {
    const answer = answerOf(document, { description: descriptionOf("list-events") }, 200);
    expect(Object.keys(objectAt(answer ?? {}, ["content"]))).toEqual([
      "application/json",
      "text/event-stream",
    ]);
  });
});

function descriptionOf(id: ControlOperation["id"]): JsonObject {
  const found = operationsOf(document).find((one) => one.id === id);
  if (found === undefined) throw new Error(`The document has no call ${id}.`);
  return found.description;
}

function bodySchema(id: string): JsonObject {
  return bodySchemaOf(objectAt(descriptionOf(id), ["requestBody"]));
}

function queryNames(id: string): readonly unknown[] {
  const parameters = valueAt(descriptionOf(id), ["parameters"]);
  if (!Array.isArray(parameters)) throw new Error(`${id} has no list of parameters.`);
  return parameters
    .filter((parameter) => valueAt(parameter, ["in"]) === "query")
    .map((parameter) => valueAt(parameter, ["name"]));
}

/** The mismatch between an answer and the document, or null. */
function faultIn(id: string, reply: Reply): string | null {
  const answer = answerOf(document, { description: descriptionOf(id) }, reply.status);
  if (answer === undefined) return `no status ${reply.status} in the document: ${reply.text}`;
  if (reply.json !== null) return faultOf(bodySchemaOf(answer), reply.json);
  const type = reply.headers.get("content-type") ?? "";
  const documented = Object.keys(objectAt(answer, ["content"]));
  return documented.some((one) => one === type || one === `${type.split("/")[0]}/*`)
    ? null
    : `${type} is not among ${documented.join(", ")}`;
}

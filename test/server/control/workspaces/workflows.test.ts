import { describe, expect, it } from "vitest";

import { stepOperations } from "../../../../src/domain/model/step-operations.ts";
import { apiOperations } from "../../../../src/server/api/routes/operations.ts";
import { at, column } from "../../../support/reply.ts";
import { ids, newWorld } from "../../../support/world.ts";

const answer = { status: 200, body: null };
const create = {
  name: "lead",
  method: "POST",
  path: "/firms/{firmId}/leads",
  params: { firmId: ids.partnerFirm },
  body: { email: { $from: "/body/email" } },
};
const change = { method: "PATCH", path: "/leads/{leadId}", params: { leadId: ids.activeLead } };

function workflow(...steps: readonly object[]) {
  return { id: "refer", method: "POST", request: null, steps, answer };
}

function withBody(body: unknown) {
  return workflow({ ...change, body });
}

/** Values that no step can have, and what the message about them names. */
const refusedValues = [
  ["an unknown step", { $from: "/steps/none/data" }, /no step \\?"none/],
  ["an unknown source", { $from: "/query/name" }, /\/body, \/key\/firmId or \/steps/],
  ["a source that is not a JSON Pointer", { $from: "body.name" }, /JSON Pointer/],
  ["a reference with other keys", { $from: "/body/name", default: "x" }, /only key/],
  ["a prototype", { $from: "/body/__proto__/name" }, /__proto__/],
] as const;

/** Workflows that cannot run, the field that is wrong, and what its message names. */
const refused: readonly (readonly [string, object, field: string, says: RegExp])[] = [
  ...refusedValues.map(
    ([name, value, says]) =>
      [name, withBody({ lastName: value }), "steps.0.body.lastName", says] as const,
  ),
  [
    "an unknown operation",
    workflow({ ...change, path: "/lead/{leadId}" }),
    "steps.0.path",
    /no operation PATCH \/lead\/\{leadId\}.*PATCH \/leads\/\{leadId\}/,
  ],
  ["a read", workflow({ ...change, method: "GET" }), "steps.0.method", /POST/],
  [
    "a workflow, and so a cycle",
    workflow({
      method: "POST",
      path: "/workflows/{workflowId}",
      params: { workflowId: "refer" },
    }),
    "steps.0.path",
    /no operation POST \/workflows/,
  ],
  ["a missing path parameter", workflow({ ...change, params: {} }), "steps.0.params", /leadId/],
  [
    "an unknown path parameter",
    workflow({ ...change, params: { ...change.params, firmId: "x" } }),
    "steps.0.params",
    /leadId/,
  ],
  [
    "a path parameter that is not a string",
    workflow({ ...change, params: { leadId: 7 } }),
    "steps.0.params.leadId",
    /string/,
  ],
  [
    "a later step",
    workflow({ ...change, body: { lastName: { $from: "/steps/lead/data/id" } } }, create),
    "steps.0.body.lastName",
    /lead\\?\\?" comes later/,
  ],
  [
    "its own answer",
    workflow({ ...create, body: { email: { $from: "/steps/lead/data/email" } } }),
    "steps.0.body.email",
    /lead\\?\\?" comes later/,
  ],
  [
    "a field that the request cannot have",
    {
      ...withBody({ lastName: { $from: "/body/name" } }),
      request: { type: "object", properties: { email: {} }, additionalProperties: false },
    },
    "steps.0.body.lastName",
    /request has no \\?"name/,
  ],
  [
    "the body of a workflow without one",
    { ...withBody({ lastName: { $from: "/body/name" } }), method: "DELETE" },
    "steps.0.body.lastName",
    /DELETE has no body/,
  ],
  ["a body that is not an object", withBody(["a"]), "steps.0.body", /object/],
  [
    "a body of a DELETE",
    workflow({ ...change, method: "DELETE", body: {} }),
    "steps.0.body",
    /DELETE/,
  ],
  ["a name that is there twice", workflow(create, { ...create }), "steps.1.name", /twice/],
  [
    "an answer of an unknown step",
    {
      ...workflow(create),
      answer: { status: 200, body: { data: { $from: "/steps/none/data" } } },
    },
    "answer.body.data",
    /no step \\?"none/,
  ],
  ["steps of a GET", { ...workflow(change), method: "GET" }, "steps", /POST, PATCH, PUT or DELETE/],
  [
    "too many references",
    withBody({
      clientData: { all: Array.from({ length: 101 }, () => ({ $from: "/body" })) },
    }),
    "steps",
    /100 references/,
  ],
  ["too many steps", workflow(...Array.from({ length: 51 }, () => change)), "steps", /50/],
];

describe("PUT W/workflows", () => {
  it("replaces the workflows, until a reset", async () => {
    const world = await newWorld();
    const before = at(await world.control("GET", "/workflows"), "data");
    await world.control("PUT", "/workflows", { workflows: [workflow(create)] });
    const gone = await world.api("POST", "/v1/workflows/request-callback", { body: {} });
    expect(gone.status).toBe(404);
    await world.control("POST", "/reset", {});
    expect(at(await world.control("GET", "/workflows"), "data")).toEqual(before);
  });

  it("rejects an id that is there twice and changes nothing", async () => {
    const world = await newWorld();
    const workflows = [workflow(create), workflow(change)];
    const put = await world.control("PUT", "/workflows", { workflows });
    expect(put.status).toBe(422);
    expect(put.text).toContain("refer is there twice");
    expect(column(await world.control("GET", "/workflows"), "id")).toEqual(["request-callback"]);
  });

  it.each(refused)("rejects %s", async (_name, one, field, says) => {
    const world = await newWorld();
    const put = await world.control("PUT", "/workflows", { workflows: [one] });
    expect(put.status).toBe(422);
    const problems: unknown = Object(at(put, "fields"))[`workflows.0.${field}`];
    expect(JSON.stringify(problems ?? put.json)).toMatch(says);
    expect(problems).toBeDefined();
  });
});

describe("the operations of steps", () => {
  it("are all of the table that write, except workflows", () => {
    const writes = apiOperations
      .filter(({ method, path }) => method !== "GET" && !path.startsWith("/workflows/"))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...stepOperations].toSorted()).toEqual(writes.toSorted());
  });
});

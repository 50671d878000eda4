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

/** Workflows that cannot run, the field that is wrong, and what its message names. */
const refused: readonly {
  readonly name: string;
  readonly workflow: object;
  readonly field: string;
  readonly says: RegExp;
}[] = [
  {
    name: "an unknown operation",
    workflow: workflow({ ...change, path: "/lead/{leadId}" }),
    field: "steps.0.path",
    says: /no operation PATCH \/lead\/\{leadId\}.*PATCH \/leads\/\{leadId\}/,
  },
  {
    name: "an operation of another method",
    workflow: workflow({ ...change, method: "PUT" }),
    field: "steps.0.path",
    says: /no operation PUT/,
  },
  {
    name: "a read",
    workflow: workflow({ ...change, method: "GET" }),
    field: "steps.0.method",
    says: /POST/,
  },
  {
    name: "a workflow, and so a cycle",
    workflow: workflow({
      method: "POST",
      path: "/workflows/{workflowId}",
      params: { workflowId: "refer" },
    }),
    field: "steps.0.path",
    says: /no operation POST \/workflows/,
  },
  {
    name: "a filled-in path",
    workflow: workflow({ ...change, path: `/leads/${ids.activeLead}` }),
    field: "steps.0.path",
    says: /no operation/,
  },
  {
    name: "a missing path parameter",
    workflow: workflow({ ...change, params: {} }),
    field: "steps.0.params",
    says: /leadId/,
  },
  {
    name: "an unknown path parameter",
    workflow: workflow({ ...change, params: { ...change.params, firmId: "x" } }),
    field: "steps.0.params",
    says: /leadId/,
  },
  {
    name: "a path parameter that is not a string",
    workflow: workflow({ ...change, params: { leadId: 7 } }),
    field: "steps.0.params.leadId",
    says: /string/,
  },
  {
    name: "a later step",
    workflow: workflow({ ...change, body: { lastName: { $from: "/steps/lead/data/id" } } }, create),
    field: "steps.0.body.lastName",
    says: /lead\\?\\?" comes later/,
  },
  {
    name: "its own answer",
    workflow: workflow({ ...create, body: { email: { $from: "/steps/lead/data/email" } } }),
    field: "steps.0.body.email",
    says: /lead\\?\\?" comes later/,
  },
  {
    name: "an unknown step",
    workflow: withBody({ lastName: { $from: "/steps/none/data" } }),
    field: "steps.0.body.lastName",
    says: /no step \\?"none/,
  },
  {
    name: "an unknown source",
    workflow: withBody({ lastName: { $from: "/query/name" } }),
    field: "steps.0.body.lastName",
    says: /\/body, \/key\/firmId or \/steps/,
  },
  {
    name: "a source that is not a JSON Pointer",
    workflow: withBody({ lastName: { $from: "body.name" } }),
    field: "steps.0.body.lastName",
    says: /JSON Pointer/,
  },
  {
    name: "a reference with other keys",
    workflow: withBody({ lastName: { $from: "/body/name", default: "x" } }),
    field: "steps.0.body.lastName",
    says: /only key/,
  },
  {
    name: "a prototype",
    workflow: withBody({ lastName: { $from: "/body/__proto__/name" } }),
    field: "steps.0.body.lastName",
    says: /__proto__/,
  },
  {
    name: "a field that the request cannot have",
    workflow: {
      ...withBody({ lastName: { $from: "/body/name" } }),
      request: { type: "object", properties: { email: {} }, additionalProperties: false },
    },
    field: "steps.0.body.lastName",
    says: /request has no \\?"name/,
  },
  {
    name: "the body of a workflow without one",
    workflow: { ...withBody({ lastName: { $from: "/body/name" } }), method: "DELETE" },
    field: "steps.0.body.lastName",
    says: /DELETE has no body/,
  },
  {
    name: "a body that is not an object",
    workflow: withBody(["a"]),
    field: "steps.0.body",
    says: /object/,
  },
  {
    name: "a body of a DELETE",
    workflow: workflow({ ...change, method: "DELETE", body: {} }),
    field: "steps.0.body",
    says: /DELETE/,
  },
  {
    name: "a name that is there twice",
    workflow: workflow(create, { ...create }),
    field: "steps.1.name",
    says: /twice/,
  },
  {
    name: "an answer of an unknown step",
    workflow: {
      ...workflow(create),
      answer: { status: 200, body: { data: { $from: "/steps/none/data" } } },
    },
    field: "answer.body.data",
    says: /no step \\?"none/,
  },
  {
    name: "steps of a GET",
    workflow: { ...workflow(change), method: "GET" },
    field: "steps",
    says: /POST, PATCH, PUT or DELETE/,
  },
  {
    name: "too many references",
    workflow: withBody({
      clientData: { all: Array.from({ length: 101 }, () => ({ $from: "/body" })) },
    }),
    field: "steps",
    says: /100 references/,
  },
  {
    name: "too many steps",
    workflow: workflow(...Array.from({ length: 51 }, () => change)),
    field: "steps",
    says: /50/,
  },
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

  it.each(refused)("rejects $name", async ({ workflow: one, field, says }) => {
    const world = await newWorld();
    const put = await world.control("PUT", "/workflows", { workflows: [one] });
    expect(put.status).toBe(422);
    const problems: unknown = Object(at(put, "fields"))[`workflows.0.${field}`];
    expect(JSON.stringify(problems ?? put.json)).toMatch(says);
    expect(problems).toBeDefined();
    const state = await world.control("PUT", "/state", { workflows: [one] });
    expect(state.status).toBe(422);
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

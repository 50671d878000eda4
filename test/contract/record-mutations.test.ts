import { describe, expect, it } from "vitest";

import type { Json } from "../../src/base/values/json.ts";
import { asJson, isJsonObject } from "../../src/base/values/json.ts";
import type { Mutation, RecordedPact } from "./recorded.ts";
import { misfits, newRecorder, verified } from "./recorded.ts";

const leadsPath = "/v1/firms/Harb0rPt/leads";
const lead = { email: "maya@mail.example", firstName: "Maya", lastName: "Moreau" };

/** A pact of typical client requests. */
async function usualPact() {
  const { api, client, pact } = newRecorder();
  await api("POST", leadsPath, { body: { ...lead, clientData: { Plans: [{ type: "Buying" }] } } });
  await api("POST", leadsPath, { body: lead });
  await api("POST", leadsPath, { body: { email: "wrong" } });
  await api("GET", "/v1/leads");
  await api("GET", "/v1/leads/LeadHPa1");
  await api("PATCH", "/v1/leads/LeadHPa1", { body: { firstName: "Mia" } });
  await api("DELETE", "/v1/leads/LeadHPa1");
  await api("GET", "/v1/leads/LeadHPc1");
  await api("GET", "/v1/leads/LeadHPc1?scope=withDeleted&include=Plans");
  await api("GET", "/v1/plans/PlanHP01");
  await api("GET", "/v1/leads", { key: null });
  await client.quotas.use("HPkeySbx", { count: 500, over: "PT15M" });
  await api("GET", "/v1/leads");
  return pact();
}

type Change = (body: Json) => Json;

/** Changes the response bodies with that status for requests that end in this method and path. */
function bodies(status: number, request: RegExp, change: Change): Mutation {
  return async ({ method, url }, response) => {
    if (response.status !== status || !request.test(`${method} ${new URL(url).pathname}`)) {
      return response;
    }
    const body = change(asJson(Object(await response.json())));
    return Response.json(body, { status, headers: response.headers });
  };
}

function statuses(from: number, to: number): Mutation {
  return async (_request, response) => {
    if (response.status !== from) return response;
    const { headers } = response;
    return new Response(await response.text(), { status: to, headers });
  };
}

/** Replaces the member at a dotted path, or removes it. */
function at(path: string, value?: Json): Change {
  const [name = "", ...rest] = path.split(".");
  return (body) => {
    if (Array.isArray(body)) return body.map(at(path, value));
    if (!isJsonObject(body)) return body;
    const { [name]: before, ...others } = body;
    if (before === undefined) return body;
    if (rest.length > 0) return { ...body, [name]: at(rest.join("."), value)(before) };
    return value === undefined ? others : { ...others, [name]: value };
  };
}

const any = /./;
const created = /^POST .*leads$/;
interface Mutated {
  readonly name: string;
  /** The status of the answers that it changes. */
  readonly status: number;
  readonly mutation: Mutation;
}

const mutations: readonly Mutated[] = [
  { name: "200 instead of 201", status: 201, mutation: statuses(201, 200) },
  { name: "400 instead of 422", status: 422, mutation: statuses(422, 400) },
  { name: "403 instead of 401", status: 401, mutation: statuses(401, 403) },
  { name: "503 instead of 429", status: 429, mutation: statuses(429, 503) },
  { name: "410 instead of 404", status: 404, mutation: statuses(404, 410) },
  { name: "no id in a new Lead", status: 201, mutation: bodies(201, created, at("data.id")) },
  { name: "an id that is a number", status: 201, mutation: bodies(201, created, at("data.id", 7)) },
  { name: "a Lead without its envelope", status: 201, mutation: bodies(201, created, unwrapped) },
  {
    name: "times without a zone",
    status: 200,
    mutation: bodies(200, any, at("data.createdAt", "2026-03-02")),
  },
  {
    name: "an owner of another type",
    status: 201,
    mutation: bodies(201, any, at("data.resourceType", "Team")),
  },
  {
    name: "a list without its meta",
    status: 200,
    mutation: bodies(200, /GET .*leads$/, at("meta")),
  },
  {
    name: "a total that is a string",
    status: 200,
    mutation: bodies(200, /leads$/, at("meta.total", "3")),
  },
  { name: "an empty list", status: 200, mutation: bodies(200, /leads$/, at("data", [])) },
  {
    name: "items without an email",
    status: 200,
    mutation: bodies(200, /leads$/, at("data.email")),
  },
  {
    name: "a Plan without a status",
    status: 200,
    mutation: bodies(200, /plans/, at("data.status")),
  },
  {
    name: "a conversion without convertedAt",
    status: 200,
    mutation: bodies(200, any, at("data.convertedAt", null)),
  },
  {
    name: "Plans that are not included",
    status: 200,
    mutation: bodies(200, any, at("data.Plans")),
  },
  {
    name: "another code of a conflict",
    status: 409,
    mutation: bodies(409, any, at("fields.email.code", "TAKEN")),
  },
  {
    name: "a conflict on fewer fields",
    status: 409,
    mutation: bodies(409, any, at("fields.resourceId")),
  },
  { name: "a refusal without its fields", status: 422, mutation: bodies(422, any, at("fields")) },
  { name: "a refusal without a message", status: 401, mutation: bodies(401, any, at("message")) },
  {
    name: "a message that is an object",
    status: 404,
    mutation: bodies(404, any, at("message", {})),
  },
  {
    name: "an answer without the JSON content type",
    status: 200,
    mutation: async (_request, response) =>
      new Response(await response.text(), {
        status: response.status,
        headers: { "content-type": "text/plain" },
      }),
  },
];

function unwrapped(body: Json): Json {
  return isJsonObject(body) ? (body["data"] ?? null) : null;
}

const more: Mutation = async (request, response) => {
  const named = bodies(201, created, at("data.firstName", "Someone"));
  const other = await bodies(
    201,
    created,
    at("data.id", "Else1234"),
  )(request, await named(request, response));
  return bodies(201, created, (body) => (isJsonObject(body) ? { ...body, more: 1 } : body))(
    request,
    other,
  );
};

/** The interactions of a pact whose answer a change can reach. */
function reached(pact: RecordedPact, status: number): RecordedPact {
  const interactions = pact.interactions.filter(({ response }) => response.status === status);
  return { ...pact, interactions };
}

/** The header with the number of the change that applies to a request. */
const mark = "x-mutation";

function marked(pact: RecordedPact, number: number): RecordedPact {
  const interactions = pact.interactions.map((one) => {
    const headers = { ...Object(one.request["headers"]), [mark]: [String(number)] };
    return { ...one, request: { ...one.request, headers } };
  });
  return { ...pact, interactions };
}

describe("a recorded pact", () => {
  it("passes against the unchanged service", async () => {
    const report = await verified([await usualPact()]);
    expect(misfits(report)).toEqual([]);
    expect(report).toMatchObject({ passed: true, interactions: { length: 12 } });
  });

  // One verifier for all of them, as it takes longer to start than to verify a pact.
  it("fails for each of these changes of the service", async () => {
    const pact = await usualPact();
    const copies = mutations.map(({ status }, number) => marked(reached(pact, status), number));
    expect(copies.filter(({ interactions }) => interactions.length === 0)).toEqual([]);
    const report = await verified(copies, (request, response) => {
      const number = Number(request.headers.get(mark));
      return mutations[number]?.mutation(request, response) ?? response;
    });
    const noticed = new Set(
      report.interactions.filter(({ passed }) => !passed).map(({ source }) => source),
    );
    const unnoticed = mutations.filter((_, number) => !noticed.has(`recorded ${number}`));
    expect(unnoticed.map(({ name }) => name)).toEqual([]);
    expect(report.interactions).toHaveLength(
      copies.flatMap(({ interactions }) => interactions).length,
    );
  });

  it("passes when the service adds a field, another id and another person", async () => {
    expect(misfits(await verified([await usualPact()], more))).toEqual([]);
  });
});

/** Pacts that Pact's own verifier reads, in the forms of its libraries and of every specification. */

const path = "/v1/firms/Harb0rPt/leads";
const lead = { email: "case@example.com", firstName: "Case", lastName: "One" };
const [v1, v11, v2, v3, v4] = ["1.0.0", "1.1.0", "2.0.0", "3.0.0", "4.0"];
const json = "application/json";

/** The members of an interaction that differ from those of a list of Leads. */
interface Differs {
  readonly request?: object | null;
  readonly response?: object | null;
  readonly [member: string]: unknown;
}

/** A pact with one interaction, which lists Leads. */
export function legalPact(version: string | null, { request, response, ...more }: Differs = {}) {
  return {
    consumer: { name: "case-client" },
    provider: { name: "lead-api" },
    interactions: [
      {
        description: "d",
        ...(version === v4 ? { type: "Synchronous/HTTP" } : {}),
        request: { method: "GET", path, headers: { "X-API-Key": "any" }, ...request },
        response: { status: 200, ...response },
        ...more,
      },
    ],
    ...(version === null ? {} : { metadata: { pactSpecification: { version } } }),
  };
}

function create(version: string, body: unknown, headers: object = { "Content-Type": json }) {
  const request = { method: "POST", headers: { "X-API-Key": "any", ...headers }, body };
  return legalPact(version, { request, response: { status: 201 } });
}

function encoded(encoding: unknown, content: unknown) {
  return create(v4, { contentType: json, encoded: encoding, content });
}

function withStatus(version: string, status: number, matchingRules: object) {
  return legalPact(version, {
    request: { path: "/v1/leads/Unkn0wn1" },
    response: { status, matchingRules },
  });
}

const anyRefusal = { matchers: [{ match: "statusCode", status: "clientError" }] };
const text = JSON.stringify(lead);
const state = "an active lead exists";

/** Each passes the replay and the static check, without a warning. */
export const passing: Readonly<Record<string, object>> = {
  "specification 1": legalPact(v1),
  "specification 1.1": legalPact(v11),
  "specification 2": legalPact(v2),
  "specification 3": legalPact(v3),
  "specification 4": legalPact(v4),
  "no metadata": legalPact(null),
  "metadata that are null": { ...legalPact(null), metadata: null },
  "the older key of the version": {
    ...create(v4, { contentType: json, encoded: false, content: lead }),
    metadata: { "pact-specification": { version: "4.0" } },
  },
  "a version that is a number": {
    ...legalPact(v4),
    metadata: { pactSpecification: { version: 4 } },
  },
  "a key of the version that Pact ignores": {
    ...create(v3, lead),
    metadata: { pactSpecificationVersion: "4.0" },
  },
  "no consumer": { ...legalPact(v3), consumer: undefined },
  "no type in specification 4": legalPact(v4, { type: undefined }),
  "a type in lower case": legalPact(v4, { type: "synchronous/http" }),
  "messages that are null": { ...legalPact(v3), messages: null },
  "providerState null": legalPact(v2, { providerState: null }),
  "providerState null in specification 4": legalPact(v4, { providerState: null }),
  "providerState empty": legalPact(v2, { providerState: "" }),
  provider_state: legalPact(v1, { provider_state: state }),
  "providerState next to an empty list": legalPact(v3, {
    providerState: state,
    providerStates: [],
  }),
  "providerStates null": legalPact(v3, { providerStates: null }),
  "providerStates empty": legalPact(v3, { providerStates: [] }),
  "providerStates in specification 2": legalPact(v2, { providerStates: [{ name: state }] }),
  "a state with parameters that are null": legalPact(v3, {
    providerStates: [{ name: state, params: null }],
  }),
  "no description": legalPact(v3, { description: undefined }),
  "a description that is null": legalPact(v3, { description: null }),
  "no method": legalPact(v3, { request: { method: undefined } }),
  "no status": legalPact(v3, { response: { status: undefined } }),
  "a response that is null": {
    ...legalPact(v3),
    interactions: legalPact(v3).interactions.map((one) => ({ ...one, response: null })),
  },
  "headers with lists": legalPact(v3, { request: { headers: { "X-API-Key": ["any"] } } }),
  "headers with numbers": legalPact(v3, {
    request: { headers: { "X-API-Key": "any", Accept: [json], "Accept-Language": 7 } },
  }),
  "response headers that are null": legalPact(v3, { response: { headers: null } }),
  "a query that is null": legalPact(v3, { request: { query: null } }),
  "a query as text": legalPact(v2, { request: { query: "limit=2&offset=0" } }),
  "an empty query": legalPact(v2, { request: { query: "" } }),
  "a query of texts": legalPact(v3, { request: { query: { limit: "2" } } }),
  "a query of lists": legalPact(v3, { request: { query: { limit: ["2"] } } }),
  "a query in the path": legalPact(v2, { request: { path: `${path}?limit=2` } }),
  "no body, as null": legalPact(v3, { request: { body: null } }),
  "no body, as an empty text": legalPact(v3, { request: { body: "" } }),
  "a body as a value": create(v3, lead),
  "a body as a text of JSON": create(v3, text),
  "a body with its content": encoded(false, lead),
  "a body whose content type is elsewhere": create(v4, { content: lead }),
  "a body without the member content": create(v4, lead),
  "a body in base64": encoded("base64", Buffer.from(text).toString("base64")),
  "a body in BASE64": encoded("BASE64", Buffer.from(text).toString("base64")),
  "a body encoded as JSON": encoded("JSON", text),
  "a body encoded as json": encoded("json", text),
  "content that is null": legalPact(v4, {
    request: { body: { contentType: json, encoded: false, content: null } },
  }),
  "a status matcher of specification 4": withStatus(v4, 0, { status: { $: anyRefusal } }),
  "a status matcher without a path": withStatus(v4, 0, { status: anyRefusal }),
  "a status matcher of specification 3": withStatus(v3, 0, { status: anyRefusal }),
  "a status matcher of specification 2": withStatus(v2, 500, { "$.status": { match: "type" } }),
  "a list of statuses": withStatus(v4, 0, {
    status: { $: { matchers: [{ match: "statusCode", status: [404, 410] }] } },
  }),
  "matching rules that are null": legalPact(v3, { response: { matchingRules: null } }),
  "a generator": legalPact(v4, {
    providerStates: [{ name: state }],
    request: {
      path: "/v1/leads/example",
      generators: { path: { type: "ProviderState", expression: "/v1/leads/${leadId}" } },
    },
  }),
  "comments and a key": legalPact(v4, { key: "k1", comments: { text: ["a"], testname: "t" } }),
  "comments that are null": legalPact(v4, { key: null, comments: null }),
  "plugins that are an empty list": {
    ...legalPact(v4),
    metadata: { pactSpecification: { version: v4 }, plugins: [] },
  },
  "the refusal of an unknown path": legalPact(v3, {
    request: { path: "/v1/nothing" },
    response: { status: 404 },
  }),
  "the refusal of an unknown path, by a matcher": legalPact(v4, {
    request: { path: "/v1/nothing" },
    response: { status: 0, matchingRules: { status: { $: anyRefusal } } },
  }),
  "the refusal of an unknown method": legalPact(v3, {
    request: { method: "PUT" },
    response: { status: 404 },
  }),
  "the refusal of an unknown method under another choice": legalPact(v3, {
    providerStates: [
      { name: "the rule is chosen", params: { rule: "http.method.unknown", choice: "405" } },
    ],
    request: { method: "PUT" },
    response: { status: 405 },
  }),
};

/** Each passes the replay; the static check has one warning, about what it cannot judge. */
export const unjudged: Readonly<Record<string, object>> = {
  "a parameter without a value": legalPact(v4, { request: { query: { include: [null] } } }),
  "a parameter that is null": legalPact(v3, { request: { query: { include: null } } }),
  "a parameter with a value and one without": legalPact(v3, {
    request: { query: { limit: ["2", null] } },
  }),
  "a header in another script": legalPact(v3, {
    request: { headers: { "X-API-Key": "any", "Accept-Language": "中" } },
  }),
};

import { readPact } from "../../src/harness/pact/pact-file.ts";
import type { VerificationReport } from "../../src/harness/pact/report.ts";
import type { VerifyOptions } from "../../src/harness/pact/verify.ts";
import { verify } from "../../src/harness/pact/verify.ts";
import { newSandboxClient } from "../../src/library/client/sandbox-client.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import { newSandbox } from "../support/sandbox.ts";

/** A provider state in the format of specifications 3 and 4. */
export interface State {
  readonly name: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** An interaction of a test; without `key` its request has a placeholder. */
export interface Said {
  readonly description: string;
  readonly states?: readonly (State | string)[];
  readonly method?: string;
  readonly path?: string;
  readonly query?: Readonly<Record<string, readonly string[]>>;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly answer?: unknown;
  /** The paths of the response body that are matched by type. */
  readonly byType?: readonly string[];
  readonly pending?: boolean;
}

/** A pact of specification 4 with these interactions. */
export function pactOf(interactions: readonly Said[], consumer = "a-client") {
  return {
    consumer: { name: consumer },
    provider: { name: "lead-api" },
    interactions: interactions.map(interactionOf),
    metadata: { pactSpecification: { version: "4.0" } },
  };
}

/** One interaction of specification 4. */
export function interactionOf(said: Said) {
  const { description, states = [], method = "GET", path = "/v1/leads/LeadHPa1", query } = said;
  const { key = "placeholder", headers = {}, body, status = 200, byType = [] } = said;
  const sent = { ...(key === null ? {} : { "X-API-Key": key }), ...headers };
  const typed = byType.map((at) => [at, { combine: "AND", matchers: [{ match: "type" }] }]);
  return {
    type: "Synchronous/HTTP",
    description,
    ...(said.pending === undefined ? {} : { pending: said.pending }),
    providerStates: states.map((state) => (typeof state === "string" ? { name: state } : state)),
    request: {
      method,
      path,
      headers: listed(sent),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body: jsonContent(body) }),
    },
    response: {
      status,
      headers: listed(said.answerHeaders ?? {}),
      ...(said.answer === undefined ? {} : { body: jsonContent(said.answer) }),
      ...(typed.length === 0 ? {} : { matchingRules: { body: Object.fromEntries(typed) } }),
    },
  };
}

function listed(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
}

function jsonContent(content: unknown) {
  return { content, contentType: "application/json", encoded: false };
}

/** Verifies pacts against a new sandbox; each has the source `pact-N.json`. */
export async function verified(
  pacts: readonly object[],
  options: Partial<VerifyOptions> = {},
): Promise<VerificationReport> {
  const sandbox = openSandbox({});
  try {
    const { fetch } = sandbox;
    return await verify({
      pacts: pacts.map((one, index) => readPact(JSON.stringify(one), `pact-${index + 1}.json`)),
      fetch,
      client: newSandboxClient({ url: "http://127.0.0.1", fetch }),
      surface: { api: "Partner", environment: "sandbox" },
      isStatic: false,
      // Pact takes half a second an interaction on a busy machine.
      timeoutMs: 120_000,
      ...options,
    });
  } finally {
    sandbox.close();
  }
}

/** The sandbox of a verification that records its requests to both planes. */
export function watchedSandbox() {
  const sandbox = newSandbox();
  const seen: Request[] = [];
  const fetch = (request: Request): Promise<Response> => {
    seen.push(request.clone());
    return sandbox.fetch(request);
  };
  const client = newSandboxClient({ url: "http://127.0.0.1", fetch });
  const emulated = (): readonly Request[] =>
    seen.filter(({ url }) => !new URL(url).pathname.startsWith("/_sandbox"));
  /** Control plane requests of pacts. Those of the verification itself have no headers of a verifier. */
  const controlCalls = (method: string, path: string): readonly Request[] =>
    seen.filter(
      ({ url, method: sent, headers }) =>
        sent === method &&
        new URL(url).pathname === new URL(path, url).pathname &&
        headers.has("x-api-key"),
    );
  return { sandbox, options: { fetch, client }, emulated, controlCalls };
}

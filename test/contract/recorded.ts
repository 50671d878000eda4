import * as z from "zod";

import { readPact } from "../../src/harness/pact/pact-file.ts";
import type { VerificationReport } from "../../src/harness/pact/report.ts";
import { verify } from "../../src/harness/pact/verify.ts";
import { newSandboxClient } from "../../src/library/client/sandbox-client.ts";
import { openSandbox } from "../../src/server/sandbox/sandbox.ts";
import { newSandbox } from "../support/sandbox.ts";

export const partnerKey = "11111111-1111-4111-8111-111111111111";

const Interaction = z.looseObject({
  description: z.string(),
  providerStates: z.array(
    z.looseObject({ name: z.string(), params: z.record(z.string(), z.unknown()).optional() }),
  ),
  request: z.looseObject({ method: z.string(), path: z.string() }),
  response: z.looseObject({ status: z.int() }),
});
export const RecordedPact = z.looseObject({
  consumer: z.looseObject({ name: z.string() }),
  provider: z.looseObject({ name: z.string() }),
  interactions: z.array(Interaction),
});
export type RecordedPact = z.infer<typeof RecordedPact>;

/** A request of a test; without `key` it has the Partner key of the sandbox environment. */
export interface Sent {
  readonly body?: unknown;
  readonly text?: string;
  readonly key?: string | null;
  readonly host?: string;
  readonly type?: string;
}

/** A sandbox whose traffic is recorded as a pact. */
export function newRecorder(quota = 500) {
  const sandbox = newSandbox({ quota });
  const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
  const api = async (method: string, path: string, sent: Sent = {}): Promise<string> => {
    const { key = partnerKey, host = "partner", type = "application/json" } = sent;
    const body = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const request = new Request(`http://${host}.localhost${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return (await sandbox.fetch(request)).text();
  };
  const pact = async (): Promise<RecordedPact> =>
    RecordedPact.parse(await client.pact.recorded({}));
  return { client, api, pact };
}

/** Returns the response of a service, or changes it. */
export type Mutation = (request: Request, response: Response) => Promise<Response> | Response;

type VerifiedSurface = Parameters<typeof verify>[0]["surface"];

/** Verifies recorded pacts against a new sandbox, whose emulated API a mutation can change. */
export async function verified(
  pacts: readonly unknown[],
  mutation: Mutation = (_request, response) => response,
  surface: VerifiedSurface = { api: "Partner", environment: "sandbox" },
): Promise<VerificationReport> {
  const sandbox = openSandbox();
  const client = newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch });
  try {
    return await verify({
      pacts: pacts.map((pact, index) => readPact(JSON.stringify(pact), `recorded ${index}`)),
      fetch: async (request) => mutation(request, await sandbox.fetch(request)),
      client,
      surface,
      isStatic: false,
      timeoutMs: 120_000,
    });
  } finally {
    sandbox.close();
  }
}

/** The mismatches, as text for a failure message. */
export function misfits({ interactions }: VerificationReport): readonly string[] {
  return interactions
    .filter(({ passed }) => !passed)
    .map(({ description, problems }) =>
      [description, ...problems.map(({ place, message }) => `${place}: ${message}`)].join("\n  "),
    );
}

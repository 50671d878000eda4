import { readFileSync } from "node:fs";

import * as z from "zod";

import { readPact } from "../../../src/harness/pact/pact-file.ts";
import type { VerificationReport } from "../../../src/harness/pact/report.ts";
import { verify } from "../../../src/harness/pact/verify.ts";
import { newSandboxClient } from "../../../src/library/client/sandbox-client.ts";
import type { Sandbox, SandboxOptions } from "../../../src/server/sandbox/sandbox.ts";
import { openSandbox } from "../../../src/server/sandbox/sandbox.ts";
import { pactFile } from "./pact-names.ts";

/** Answers the requests of the pact, directly from the sandbox or through a proxy. */
export type Front = (sandbox: Sandbox, request: Request) => Promise<Response>;

/** The checked-in pact, or only its interactions with this description. */
export function referencePact(description: string | null = null) {
  const text = readFileSync(pactFile, "utf8");
  if (description === null) return readPact(text, pactFile);
  const { interactions, ...rest } = Pact.parse(JSON.parse(text));
  const own = interactions.filter((one) => one.description === description);
  return readPact(JSON.stringify({ ...rest, interactions: own }), pactFile);
}

const Pact = z.looseObject({
  interactions: z.array(z.looseObject({ description: z.string() })),
});

/** The verification report of the checked-in pact against a new sandbox. */
export async function verifiedReference({
  options = {},
  front = (sandbox, request) => sandbox.fetch(request),
  isStatic = false,
  only = null,
}: {
  readonly options?: SandboxOptions;
  readonly front?: Front;
  readonly isStatic?: boolean;
  /** The description of the only interaction to verify; null for all. */
  readonly only?: string | null;
} = {}): Promise<VerificationReport> {
  const sandbox = openSandbox(options);
  try {
    return await verify({
      pacts: [referencePact(only)],
      fetch: (request) => front(sandbox, request),
      client: newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch }),
      surface: { api: "Partner", environment: "sandbox" },
      isStatic,
      timeoutMs: 120_000,
    });
  } finally {
    sandbox.close();
  }
}

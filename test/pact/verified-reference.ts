import { readFileSync } from "node:fs";

import { newSandboxClient } from "../../src/client/sandbox-client.ts";
import { readPact } from "../../src/pact/pact-file.ts";
import type { VerificationReport } from "../../src/pact/report.ts";
import { verify } from "../../src/pact/verify.ts";
import type { Sandbox, SandboxOptions } from "../../src/server/sandbox.ts";
import { openSandbox } from "../../src/server/sandbox.ts";
import { pactFile } from "./pact-names.ts";

/** Answers the requests of the pact, directly from the sandbox or through a proxy. */
export type Front = (sandbox: Sandbox, request: Request) => Promise<Response>;

/** The checked-in pact. */
export function referencePact() {
  return readPact(readFileSync(pactFile, "utf8"), pactFile);
}

/** The verification report of the checked-in pact against a new sandbox. */
export async function verifiedReference({
  options = {},
  front = (sandbox, request) => sandbox.fetch(request),
  isStatic = false,
}: {
  readonly options?: SandboxOptions;
  readonly front?: Front;
  readonly isStatic?: boolean;
} = {}): Promise<VerificationReport> {
  const sandbox = openSandbox(options);
  try {
    return await verify({
      pacts: [referencePact()],
      fetch: (request) => front(sandbox, request),
      client: newSandboxClient({ url: "http://127.0.0.1", fetch: sandbox.fetch }),
      surface: { api: "Partner", environment: "sandbox" },
      isStatic,
      timeoutMs: 60_000,
    });
  } finally {
    sandbox.close();
  }
}

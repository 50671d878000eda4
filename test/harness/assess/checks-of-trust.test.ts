import { describe, expect, it } from "vitest";

import type { AssessedCall, AssessedRun } from "../../../src/harness/assess/run.ts";
import { call, exit, run, verdictOf } from "./made-up.ts";

const host = "leads.lender.example";
const secure = { scheme: "https", host, isLoopback: false } as const;
const local = { ...secure, host: "127.0.0.1:4611", isLoopback: true } as const;
const baseline = run("baseline", [call(0, secure)], { verdict: null });

function untrusted(
  calls: readonly AssessedCall[],
  refusedCertificates: number,
  given: Partial<AssessedRun> = {},
): AssessedRun {
  return run("untrusted", calls, { number: 2, refusedCertificates, exits: [exit(1)], ...given });
}

describe("tls.verified", () => {
  it.each([
    ["shown", "refuses the certificate", untrusted([], 3)],
    ["violated", "sends its key to the host", untrusted([call(0, secure)], 0)],
    ["violated", "goes on over plain HTTP", untrusted([call(0, { ...secure, scheme: "http" })], 1)],
    ["violated", "also calls this machine", untrusted([call(0, local), call(9, secure)], 0)],
    ["attention", "sends its key to this machine", untrusted([call(0, local)], 0)],
    ["attention", "is a test suite", untrusted([call(0, secure)], 0, { tests: new Map() })],
    ["not-exercised", "opens no connection", untrusted([], 0)],
    ["not-exercised", "uses HTTP on this machine", untrusted([call(0)], 0)],
    [
      "not-exercised",
      "sends a request without a key",
      untrusted([call(0, { ...secure, key: null })], 1),
    ],
  ] as const)("is %s for a client that %s", (verdict, _name, second) => {
    expect(verdictOf("tls.verified", [baseline, second]).verdict).toBe(verdict);
  });

  it("is not exercised without HTTPS in the baseline, or without the run", () => {
    const plain = run("baseline", [call(0)], { verdict: null });
    expect(verdictOf("tls.verified", [plain, untrusted([], 3)]).verdict).toBe("not-exercised");
    expect(verdictOf("tls.verified", [baseline]).verdict).toBe("not-exercised");
  });
});

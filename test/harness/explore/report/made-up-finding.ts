/** Fabricated findings. */
import { callKey } from "../../../../src/harness/explore/identity.ts";
import type { CallId } from "../../../../src/harness/explore/model.ts";
import { adviceOn } from "../../../../src/harness/explore/report/advice.ts";
import { findingId, groupId } from "../../../../src/harness/explore/report/finding-id.ts";
import type { Finding, ReportedCall } from "../../../../src/harness/explore/report/shape.ts";

/** The fault `reset-after` at the POST for `subject`, and its finding. */
export function madeUpFinding(subject: string, given: Partial<Finding> = {}): Finding {
  const id = madeUpCallId(subject);
  const { variation = madeUpVariation(id), verdict = "lost" } = given;
  const reason = "The client claims success, but a record is missing.";
  return {
    variation,
    sentence: "The call is carried out, but the connection is reset before the answer arrives.",
    rules: ["error.server"],
    workspace: null,
    call: madeUpFindingCall(subject),
    trials: ["trial-1"],
    verdict,
    reason,
    title: reason,
    explanation: reason,
    id: findingId(
      {
        family: variation.family,
        variation: variation.id,
        workspace: null,
        call: id,
        choices: null,
      },
      verdict,
    ),
    group: groupId({ variation, verdict, call: given.call ?? id }),
    severity: "high",
    advice: adviceOn({ family: variation.family, verdict }),
    alsoSeen: [],
    records: [{ kind: "Lead", parent: "Firm A", email: subject, expected: 1, found: 0 }],
    changes: [changeOf(subject)],
    claim: { exitCode: 0, timedOut: false, test: null },
    evidence: evidence([
      madeUpCall({ id: callKey(id), variation: "reset-after", answer: null }),
    ]).map((call) => ({ ...call, received: false })),
    output: "",
    bundle: null,
    accepted: false,
    acceptance: null,
    known: false,
    ...given,
  };
}

function madeUpCallId(subject: string, operation = "post-leads-for-firm"): CallId {
  return { workspace: "default", operation, subject, ordinal: 1 };
}

/** The call of a finding, of any operation. */
export function madeUpFindingCall(
  subject: string,
  operation?: string,
): NonNullable<Finding["call"]> {
  const id = madeUpCallId(subject, operation);
  return { ...id, name: `${id.operation} ${subject}`, bestEffort: false };
}

/** One bug under five faults in each of three tests. */
export function oneBug(given: Partial<Finding> = {}): readonly Finding[] {
  const faults = ["429", "503", "reset-before", "hang", "outage"];
  const tests = ["Import > Maya", "Import > Noor", "Import > Ada"];
  return faults.flatMap((fault) =>
    tests.map((workspace, at) => {
      const subject = `person-${at}@example.com`;
      const variation = madeUpVariation(madeUpCallId(subject), { id: `fault:${fault}` });
      const id = `f-${fault}-${at}`;
      const trials = [`trial-${fault}`];
      const bundle = `${id}.json`;
      return madeUpFinding(subject, { id, trials, bundle, variation, workspace, ...given });
    }),
  );
}

/** An accepted finding. */
export function acceptedFinding(subject: string, acceptance: Finding["acceptance"]): Finding {
  return madeUpFinding(subject, { accepted: true, acceptance });
}

/** The fault `reset-after` at a call. */
export function madeUpVariation(
  call: CallId,
  given: Partial<Finding["variation"]> = {},
): Finding["variation"] {
  const [id, rules] = ["fault:reset-after", ["error.server"]];
  return { id, family: "faults", callId: callKey(call), rules, choice: null, ...given };
}

/** Evidence of these calls, in order, all with a response. */
export function evidence(calls: readonly ReportedCall[]): Finding["evidence"] {
  return calls.map((call, at) => ({ ...call, call: at + 1, received: true }));
}

function changeOf(email: string): Finding["changes"][number] {
  const content = { firstName: "Maya", clientData: { Plans: [{ type: "Fixed" }] } };
  const record = { kind: "Lead", email, parent: "Firm A", state: "Active", content } as const;
  return {
    change: "missing",
    kind: "Lead",
    email,
    workspace: "default",
    baseline: record,
    trial: null,
  };
}

/** A call that was answered with 201. */
export function madeUpCall(given: Partial<ReportedCall> = {}): ReportedCall {
  return {
    id: callKey({ workspace: "default", operation: "get-leads", subject: null, ordinal: 1 }),
    label: null,
    operationId: "get-leads",
    rules: ["lead.unique"],
    method: "POST",
    path: "/firms/Harb0rPt/leads",
    query: "",
    status: 201,
    sentAtMs: 12,
    answeredAtMs: 20,
    variation: null,
    body: '{"firstName":"Maya"}',
    answer: '{"data":{}}',
    ...given,
  };
}

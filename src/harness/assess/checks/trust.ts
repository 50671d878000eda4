/** The check of what a client does about a certificate that it cannot know. */
import { isTestSuite } from "../../runs/run.ts";
import type { AssessedCall, AssessedRun, Assessment } from "../run.ts";
import { cited, conclude } from "./evidence.ts";

/** `tls.verified`: the client sends nothing to a provider whose certificate is from an unknown authority. */
export function tlsVerified(runs: readonly AssessedRun[]): Assessment | null {
  const baseline = runs.find(({ trial }) => trial === "baseline");
  const usual = baseline?.calls.find(({ scheme }) => scheme === "https");
  const run = runs.find(({ trial }) => trial === "untrusted");
  if (baseline === undefined || usual === undefined || run === undefined) return null;
  const sent = run.calls.filter((call) => call.key !== null && isToProvider(call));
  const [first] = sent.toSorted((one, other) => rank(one) - rank(other));
  if (first !== undefined) {
    const over =
      first.scheme === "https" ? "to a certificate of an unknown authority" : "over HTTP";
    const found = { reason: `The client sends its key ${over}.`, evidence: cited(run, [first]) };
    return conclude(
      first.isLoopback || isTestSuite(run) ? { attention: found } : { violated: found },
    );
  }
  if (run.calls.length > 0 || (run.refusedCertificates ?? 0) === 0) return null;
  return conclude({
    shown: {
      reason: "The client refuses a certificate of an unknown authority, and sends nothing.",
      evidence: cited(baseline, [usual]),
    },
  });
}

/** Whether a call reaches the provider's address. A client without HTTPS uses plain HTTP on this machine. */
function isToProvider({ scheme, isLoopback }: AssessedCall): boolean {
  return scheme === "https" || !isLoopback;
}

function rank({ isLoopback }: AssessedCall): number {
  return isLoopback ? 1 : 0;
}

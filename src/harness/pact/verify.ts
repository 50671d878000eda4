/** Verifies pacts against a sandbox with Pact's verifier, and against the OpenAPI document. */
import type { ReplayOptions, VerifiedPact } from "./replay.ts";
import { replay } from "./replay.ts";
import type { VerificationReport } from "./report.ts";
import { reportOn } from "./report.ts";
import { checkStatically, loadComparator } from "./static-check.ts";
import { MissingPackage } from "./verifier.ts";

export interface VerifyOptions extends ReplayOptions {
  readonly pacts: readonly VerifiedPact[];
  /** Whether warnings of the static check count as failures. */
  readonly isStrict?: boolean;
}

/** Verifies `pacts`. The report fails if nothing was verified. Throws `VerifierError`. */
export async function verify(options: VerifyOptions): Promise<VerificationReport> {
  const { pacts, isStrict = false } = options;
  const units = pacts.flatMap((pact) =>
    pact.interactions.map((interaction) => ({ pact, interaction })),
  );
  const isStatic = options.isStatic && units.length > 0;
  // Waits for the verifier even if the comparator is missing, so that it does not keep running.
  const [running, checking] = await Promise.allSettled([
    replay(units, options),
    isStatic ? loadComparator() : null,
  ]);
  refuseMissing([running, checking]);
  if (running.status === "rejected") throw running.reason;
  if (checking.status === "rejected") throw checking.reason;
  const comparator = checking.value;
  const findings = comparator === null ? [] : await checkStatically(running.value, comparator);
  return reportOn(pacts, running.value, findings, isStrict);
}

/** Names all missing packages in one error. */
function refuseMissing(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const missing = outcomes
    .map((outcome): unknown => (outcome.status === "rejected" ? outcome.reason : null))
    .filter((reason) => reason instanceof MissingPackage);
  if (missing.length < 2) return;
  const packages = missing.map(({ packageName }) => packageName).join(" ");
  throw new MissingPackage(
    packages,
    `Verifying needs packages that are not installed: npm install --save-dev ${packages}; the image harness contains them.`,
  );
}

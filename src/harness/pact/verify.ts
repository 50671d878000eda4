/** Verifies pacts against a sandbox with Pact's verifier, and against the OpenAPI document. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";

import type { Surface } from "../../domain/model/surface.ts";
import type { SandboxClient } from "../../library/client/sandbox-client.ts";
import { readDocuments } from "./met-documents.ts";
import type { PactFile } from "./pact-file.ts";
import { numbered, numberedFileName } from "./pact-file.ts";
import { openProviderProxy } from "./provider-proxy.ts";
import type { VerificationReport } from "./report.ts";
import { reportOn } from "./report.ts";
import { checkStatically, loadComparator } from "./static-check.ts";
import { MissingPackage, runVerifier } from "./verifier.ts";

export interface VerifyOptions {
  readonly pacts: readonly (PactFile & { readonly pending?: boolean })[];
  /** Sends a request to a sandbox that this verification owns and resets before each interaction. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly client: SandboxClient;
  /** The API and environment of the requests. */
  readonly surface: Surface;
  readonly isStatic: boolean;
  /** Whether warnings of the static check count as failures. */
  readonly isStrict?: boolean;
  readonly timeoutMs: number;
}

/** Verifies `pacts`. The report fails if they contain no interaction. Throws `VerifierError`. */
export async function verify(options: VerifyOptions): Promise<VerificationReport> {
  const { pacts, isStatic, isStrict = false } = options;
  const interactions = pacts.flatMap((pact) => pact.interactions);
  if (interactions.length === 0) {
    return { interactions: [], findings: [], passed: false, isStrict };
  }
  const documents = isStatic ? await readDocuments(options.client) : null;
  const onRequest = async (number: number) => documents?.read(number);
  const proxy = await openProviderProxy({ ...options, interactions, onRequest });
  const folder = await mkdtemp(join(tmpdir(), "lead-sandbox-pacts-"));
  try {
    const files = await writeNumbered(pacts, folder);
    const certificates = join(folder, "certificate.pem");
    await writeFile(certificates, rootCertificates[0] ?? "");
    const running = runVerifier(
      {
        providerBaseUrl: proxy.url,
        provider: pacts[0]?.provider ?? "",
        pactUrls: files,
        providerStatesSetupUrl: proxy.stateUrl,
      },
      { timeoutMs: options.timeoutMs, certificates },
    );
    const checking = isStatic ? loadComparator() : Promise.resolve(null);
    // Waits for the verifier even if the comparator is missing, so that it does not keep running.
    const outcomes = await Promise.allSettled([running, checking]);
    refuseMissing(outcomes);
    const result = await running;
    const comparator = await checking;
    const findings =
      documents === null || comparator === null
        ? []
        : await checkStatically(pacts, documents.of, comparator);
    return reportOn(pacts, result, proxy, findings, isStrict);
  } finally {
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
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

/** Writes copies of the pacts with numbered interactions. */
async function writeNumbered(pacts: readonly PactFile[], folder: string): Promise<string[]> {
  let first = 0;
  const writes = pacts.map(async (pact, index) => {
    const document = numbered(pact, first);
    first += pact.interactions.length;
    const file = join(folder, numberedFileName(index));
    await writeFile(file, JSON.stringify(document));
    return file;
  });
  return Promise.all(writes);
}

/** Runs Pact's verifier in a separate process: its native code prints its own report. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import * as z from "zod";

import { clearTimeout, setTimeout } from "../../base/values/native-timers.ts";

const Mismatch = z.looseObject({
  type: z.string(),
  mismatch: z.string().optional(),
  path: z.string().optional(),
  key: z.string().optional(),
  expected: z.unknown(),
  actual: z.unknown(),
});
export type Mismatch = z.infer<typeof Mismatch>;

const Result = z.looseObject({
  interactionResults: z
    .array(
      z.looseObject({
        description: z.string().default(""),
        result: z.string(),
        pending: z.boolean().default(false),
        mismatch: z
          .looseObject({
            type: z.string().optional(),
            message: z.string().optional(),
            mismatches: z.array(Mismatch).default([]),
          })
          .nullish(),
      }),
    )
    .default([]),
  errors: z
    .array(z.looseObject({ mismatch: z.looseObject({ message: z.string().default("") }) }))
    .default([]),
});
/** The verifier's result. It omits the interactions of files that it could not load. */
export type VerifierResult = z.infer<typeof Result>;

export type VerifierOutcome = VerifierResult["interactionResults"][number];

/** The message from the verifier's process. */
const ReportedOutcome = z.looseObject({
  result: Result.optional(),
  problem: z.string().optional(),
  missing: z.string().optional(),
});

/** The verifier's options, under its own names. */
export interface VerifierOptions {
  readonly providerBaseUrl: string;
  readonly provider: string;
  readonly pactUrls: readonly string[];
  readonly providerStatesSetupUrl: string;
}

/** The verifier did not run or did not finish; the message gives the reason. */
class VerifierError extends Error {}

/** A missing package; the message says how to install it. */
export class MissingPackage extends VerifierError {
  readonly packageName: string;

  constructor(packageName: string, message: string) {
    super(message);
    this.packageName = packageName;
  }
}

/** The verifier crashed or failed as a whole, as it does for some pacts that it cannot read. */
export class VerifierCrash extends VerifierError {}

/** The script is next to this file, in the source and in the build. */
const processName = `verifier-process.${import.meta.url.endsWith(".ts") ? "ts" : "mjs"}`;
const processFile = fileURLToPath(new URL(processName, import.meta.url));

export interface VerifierRun {
  readonly timeoutMs: number;
  /**
   * A file with the only certificates that the verifier loads. It uses plain HTTP, but loads all certificates for
   * every state and request, which takes half its time. It does not start without any.
   */
  readonly certificates: string;
}

/** Runs the verifier. Throws `VerifierError` on failure or timeout, and `MissingPackage` for a missing package. */
export async function runVerifier(
  options: VerifierOptions,
  { timeoutMs, certificates }: VerifierRun,
): Promise<VerifierResult> {
  const child = spawn(process.execPath, [processFile], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      PACT_DO_NOT_TRACK: "true",
      SSL_CERT_FILE: certificates,
      SSL_CERT_DIR: undefined,
    },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => printed.push(chunk.toString("utf8")));
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    reject(new VerifierError(`Pact's verifier did not end within ${timeoutMs} ms.`));
  }, timeoutMs);
  child.once("message", resolve);
  child.once("error", reject);
  child.once("close", (code) =>
    reject(new VerifierCrash(`Pact's verifier ended with ${code}:\n${printed.join("")}`)),
  );
  child.send(options);
  try {
    const { result, problem, missing } = ReportedOutcome.parse(await promise);
    if (result !== undefined) return result;
    if (missing !== undefined) throw new MissingPackage(missing, problem ?? "");
    throw new VerifierCrash(problem ?? "Pact's verifier printed nothing.");
  } finally {
    clearTimeout(timer);
    child.disconnect();
  }
}

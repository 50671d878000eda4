/** The process that Pact's verifier runs in: it takes its options as a message and answers with the result. */
import type { VerifierOptions } from "./verifier.ts";

process.once("message", (options: VerifierOptions) => {
  void answer(options);
});

async function answer(options: VerifierOptions): Promise<void> {
  const message = await verified(options);
  process.send?.(message, () => process.disconnect?.());
}

async function verified(options: VerifierOptions): Promise<object> {
  const core = await loaded();
  if (core === null) {
    return {
      missing: "@pact-foundation/pact-core",
      problem:
        "Verifying needs Pact's verifier, which is not installed: npm install --save-dev @pact-foundation/pact-core; the image harness contains it.",
    };
  }
  try {
    const { pactUrls, ...rest } = options;
    const text = await core.verifyPacts({
      ...rest,
      pactUrls: [...pactUrls],
      providerStatesSetupTeardown: false,
      providerStatesSetupBody: true,
      logLevel: "error",
    });
    return { result: JSON.parse(text) };
  } catch (error) {
    return asObject(error);
  }
}

async function loaded() {
  try {
    return (await import("@pact-foundation/pact-core")).default.default;
  } catch {
    // Not installed is one of the answers.
    return null;
  }
}

/** A verification that found mismatches fails with its result as the text of the error. */
function asObject(error: unknown): object {
  const text = error instanceof Error ? error.message : String(error);
  try {
    return { result: JSON.parse(text) };
  } catch {
    // Any other failure says so in plain words.
    return { problem: `Pact's verifier failed: ${text}` };
  }
}

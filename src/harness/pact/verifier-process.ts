/** The process that runs Pact's verifier. It receives the options as a message and sends back the result. */
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
    // Not installed; the caller reports that.
    return null;
  }
}

/** When the verifier finds mismatches, it throws an error whose text is the JSON result. */
function asObject(error: unknown): object {
  const text = error instanceof Error ? error.message : String(error);
  try {
    return { result: JSON.parse(text) };
  } catch {
    // Any other error has plain text.
    return { problem: `Pact's verifier failed: ${text}` };
  }
}

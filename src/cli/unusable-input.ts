import { BundleError } from "../explore/bundle/bundle.ts";
import { AcceptedFileError } from "../explore/report/accepted.ts";
import { MergeError } from "../explore/report/merge.ts";
import { SetupError } from "../explore/run/setup.ts";
import { HarError } from "../har/har-error.ts";
import { PactFileError } from "../pact/pact-file.ts";
import { MissingPackage } from "../pact/verifier.ts";
import { ConfigError } from "../settings/config.ts";
import { HistoryBundleError } from "../simulate/bundle/history-bundle.ts";
import { FixtureWithoutKey } from "../simulate/world/named-world.ts";

/** Whether an error is about an invalid setting or input file, or a package that the user has to install. */
export function isUnusableInput(error: unknown): boolean {
  return [
    ConfigError,
    PactFileError,
    AcceptedFileError,
    BundleError,
    MergeError,
    MissingPackage,
    SetupError,
    HarError,
    HistoryBundleError,
    FixtureWithoutKey,
  ].some((kind) => error instanceof kind);
}

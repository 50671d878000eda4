import { ConfigError } from "../config.ts";
import { PactFileError } from "../contract/pact/pact-file.ts";
import { MissingPackage } from "../contract/pact/verifier.ts";
import { BundleError } from "../explore/bundle/bundle.ts";
import { AcceptedFileError } from "../explore/report/accepted.ts";
import { MergeError } from "../explore/report/merge.ts";
import { SetupError } from "../explore/run/setup.ts";

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
  ].some((kind) => error instanceof kind);
}

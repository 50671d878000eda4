import { globSync } from "node:fs";

import { UsageError } from "../usage-error.ts";

const places = [
  "/usr/lib/*/faketime/libfaketimeMT.so.1",
  "/usr/lib/faketime/libfaketimeMT.so.1",
  "/usr/lib64/faketime/libfaketimeMT.so.1",
  "/usr/local/lib/faketime/libfaketimeMT.so.1",
  "/opt/homebrew/lib/faketime/libfaketimeMT.1.dylib",
];

/** The library of libfaketime. Throws `UsageError` if it is not installed. */
export function fakeTimeLibrary(): string {
  const [library] = places.flatMap((place) => globSync(place));
  if (library !== undefined) return library;
  throw new UsageError(
    "--clock faketime requires libfaketime, which was not found. Install it, such as with apt-get install libfaketime.",
  );
}

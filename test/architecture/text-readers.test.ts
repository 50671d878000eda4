import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

const own = "the product wrote it, or it is not text";
const system = "the system's, which other programs read as bytes";

/** The places in `src` that read files without `base/texts/text-file.ts`, and why. */
const others: Readonly<Record<string, string>> = {
  "apps/cli/client-command/": "certificates that Node reads, with comments of any encoding",
  "apps/cli/npm-start.ts": system,
  "apps/mcp/": own,
  "base/processes/": system,
  "base/texts/text-file.ts": "the reader itself",
  "harness/traffic/attachments.ts": "decoded as the body of a message, by its codings",
  "harness/simulate/ledger/": "decoded by the same rules, from an open file with a bound",
  "network/https/": "certificates, with comments of any encoding; our own by the same rules",
  "network/intercept/": system,
  "server/control/documents/": own,
  "server/guide/": own,
  "server/kits/": own,
  "server/sandbox/": own,
  "world/workspace/fixtures/prepared-fixtures.ts": own,
  "world/workspace/storage/": own,
};

describe("text files from outside", () => {
  const reading = globSync("src/**/*.{ts,tsx}")
    .filter((file) => /\breadFile(?:Sync)?\(|\bfile\.text\(\)/.test(readFileSync(file, "utf8")))
    .map((file) => file.replaceAll("\\", "/").slice("src/".length));

  it("are read by one reader, except where a reason is given", () => {
    const places = Object.keys(others);
    expect(reading.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
  });

  it.each(Object.keys(others))("have an exception for %s that is in use", (place) => {
    expect(reading.some((file) => file.startsWith(place))).toBe(true);
  });
});

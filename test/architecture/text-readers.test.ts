import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

const own = "the product wrote it";
const system = "the system's, which other programs read as bytes";

/** The files of `src` that read a text file without `base/texts/text-file.ts`, and why. */
const others: Readonly<Record<string, string>> = {
  "apps/cli/client-command/trust.ts": "certificates that Node reads, with comments of any encoding",
  "apps/cli/npm-start.ts": system,
  "apps/mcp/runs.ts": own,
  "apps/mcp/skills.ts": own,
  "base/processes/run-command.ts": system,
  "harness/simulate/ledger/ledger.ts": "decoded by the same rules, from an open file with a bound",
  "network/https/authority.ts": "PEM, decoded by the same rules once its mode is known to be safe",
  "network/https/trusted-before.ts": "certificates with comments of any encoding",
  "network/intercept/command-environment.ts": "settings of wget, which are passed on",
  "network/intercept/dropped-variables.ts": system,
  "network/intercept/namespace.ts": system,
  "server/control/documents/console.ts": own,
  "server/control/documents/documents.ts": own,
  "server/kits/kits.ts": own,
  "server/sandbox/built-documents.ts": own,
  "world/workspace/fixtures/prepared-fixtures.ts": own,
  "world/workspace/storage/file-storage.ts": `${system}; snapshots are bytes`,
  "world/workspace/storage/former-keys-files.ts": own,
};

describe("text files from outside", () => {
  it("are read by one reader; every other one has a reason", () => {
    const reading = globSync("src/**/*.{ts,tsx}")
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /\breadFile(?:Sync)?\(|\bfile\.text\(\)/.test(code(file)))
      .map((file) => file.slice("src/".length));
    expect(reading.toSorted()).toEqual(
      [...Object.keys(others), "base/texts/text-file.ts"].toSorted(),
    );
  });
});

function code(file: string): string {
  return readFileSync(file, "utf8");
}

/** The kits: one file for each language, which gives each test a workspace of its own. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The file and the test runners of each kit. */
export const kits = {
  python: { file: "lead_sandbox.py", runner: "pytest" },
  java: { file: "LeadSandbox.java", runner: "JUnit 5" },
  go: { file: "leadsandbox.go", runner: "go test" },
  ruby: { file: "lead_sandbox.rb", runner: "RSpec and Minitest" },
  php: { file: "LeadSandbox.php", runner: "PHPUnit" },
  csharp: { file: "LeadSandbox.cs", runner: "NUnit and xUnit" },
  shell: { file: "lead_sandbox.bash", runner: "bats" },
} as const;

export type KitName = keyof typeof kits;

export const kitNames: readonly KitName[] = Object.keys(kits).filter(isKitName);

export function isKitName(name: string): name is KitName {
  return Object.hasOwn(kits, name);
}

const folder = import.meta.url.endsWith(".ts") ? "." : "../kits";

/** The text of a kit, with the version of the sandbox that hands it out. */
export function kitText(name: KitName, version: string): string {
  const file = fileURLToPath(new URL(`${folder}/${kits[name].file}`, import.meta.url));
  return readFileSync(file, "utf8").replaceAll("@VERSION@", version);
}

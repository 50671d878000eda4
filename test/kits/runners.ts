import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { KitName } from "../../src/kits/kits.ts";
import { kits, kitText } from "../../src/kits/kits.ts";
import { temporaryFolder } from "../cli/program.ts";

/** How the tests of a language run. The sources are in the folder of its name. */
interface Runner {
  /** The program that some machines lack. */
  readonly needs: string;
  /** The kit's place in the project. */
  readonly at: string;
  /** Every method, and twenty tests at the same time where the runner can. */
  readonly green: readonly (readonly string[])[];
  /** One failing test. */
  readonly red: readonly string[];
  /** The label of its workspace. */
  readonly label: string;
  /** A test of a client that takes every answer for success, and its label; writes results.xml. */
  readonly careless?: { readonly command: readonly string[]; readonly label: string };
}

const python = ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"] as const;
const maven = ["mvn", "-q", "-B", "test"] as const;
const compiled: readonly string[] =
  "mcs -r:System.Net.Http -out:tests.exe LeadSandbox.cs Tests.cs".split(" ");
const junit = "-Djunit.jupiter.execution.parallel";

export const runners: Readonly<Record<KitName, Runner>> = {
  python: {
    needs: "pytest",
    at: "",
    green: [[...python, "test_green.py"]],
    red: [...python, "test_red.py"],
    label: "test_red.py::test_twice",
    careless: {
      command: [...python, "--junit-xml=results.xml", "test_careless.py"],
      label: "test_careless.py::test_refers",
    },
  },
  java: {
    needs: "mvn",
    at: "src/test/java",
    green: [
      [...maven, "-Dtest=GreenTest", `${junit}.enabled=true`, `${junit}.mode.default=concurrent`],
    ],
    red: [...maven, "-Dtest=RedTest"],
    label: "RedTest > twice(Workspace)",
  },
  go: {
    needs: "go",
    at: "leadsandbox",
    green: [["go", "test", "-count=1", "-parallel=20", "-run=All|Options|Each", "."]],
    red: ["go", "test", "-count=1", "-run=Twice", "."],
    label: "TestTwice",
  },
  ruby: {
    needs: "rspec",
    at: "",
    green: [
      ["rspec", "green_spec.rb"],
      ["ruby", "green_test.rb"],
    ],
    red: ["rspec", "red_spec.rb"],
    label: "red_spec > a Lead is referred twice",
  },
  php: {
    needs: "phpunit",
    at: "",
    green: [["phpunit", "--no-configuration", "GreenTest.php"]],
    red: ["phpunit", "--no-configuration", "RedTest.php"],
    label: "RedTest > testTwice",
    careless: {
      command: ["phpunit", "--no-configuration", "--log-junit", "results.xml", "CarelessTest.php"],
      label: "CarelessTest > testRefers",
    },
  },
  csharp: {
    needs: "mcs",
    at: "",
    // Without the runners, which need .NET.
    green: [compiled, ["mono", "tests.exe", "green"]],
    red: ["sh", "-c", `${compiled.join(" ")} && mono tests.exe red`],
    label: "Tests > Red",
  },
  shell: {
    needs: "bats",
    at: "",
    green: [["bats", "green.bats"]],
    red: ["bats", "red.bats"],
    label: "red.bats > a person is referred twice",
    careless: {
      command: ["sh", "-c", "bats --formatter junit careless.bats > results.xml"],
      label: "careless.bats > refers",
    },
  },
};

/** A project with the tests of a language and its kit, of that version. */
export function projectOf(name: KitName, version: string): string {
  const folder = temporaryFolder();
  const { at } = runners[name];
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  mkdirSync(join(folder, at), { recursive: true });
  writeFileSync(join(folder, at, kits[name].file), kitText(name, version));
  return folder;
}

/** Whether the tests of a language cannot run here. LEAD_SANDBOX_TEST_LANGUAGES=required makes them fail instead. */
export function isMissing(name: KitName): boolean {
  if (process.env["LEAD_SANDBOX_TEST_LANGUAGES"] === "required") return false;
  const folders = (process.env["PATH"] ?? "").split(":");
  return !folders.some((folder) => existsSync(join(folder, runners[name].needs)));
}

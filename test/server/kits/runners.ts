import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import type { KitName } from "../../../src/server/kits/kits.ts";
import { kits, kitText } from "../../../src/server/kits/kits.ts";
import { java, javac } from "../../support/jvm.ts";

/** The libraries that `.ci/run` installs, which no machine has anyway. */
export const libraries = process.env["LEAD_SANDBOX_TEST_CLIENTS"] ?? "libraries";

interface LabelledTest {
  readonly command: readonly string[];
  /** The label of its workspace. */
  readonly label: string;
}

/** How the tests of a language run. The sources are in the folder of its name. */
interface Runner {
  /** The programs and files that some machines lack. */
  readonly needs: readonly string[];
  /** The kit's place in the project. */
  readonly at: string;
  /** Compiles the project, once for several runs. */
  readonly build?: readonly string[];
  /** Every method, and twenty tests at the same time where the runner can. */
  readonly green: readonly (readonly string[])[];
  /** A failing test in each test runner. */
  readonly red: readonly LabelledTest[];
  /** A test of a client that takes every answer for success, in each test runner; writes results.xml. */
  readonly careless?: readonly LabelledTest[];
}

export const python = ["python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"] as const;

const junit = join(libraries, "junit/junit-platform-console-standalone-1.10.3.jar");
const runJUnit = [
  ...java,
  "-jar",
  junit,
  ..."execute --disable-banner --class-path classes --select-class".split(" "),
];
const parallel = "junit.jupiter.execution.parallel";

/** Compiles tests for NUnit 2.6, which runs on Mono, into tests.dll. .NET is in no package registry. */
export const compileNUnit =
  "mcs -target:library -out:tests.dll -r:System.Net.Http -r:$(echo /usr/lib/cli/nunit.framework-*/nunit.framework.dll)";

/** The command that runs a class of tests.dll, or all of it. */
export function nunit(name?: string): readonly string[] {
  const options = "-nologo -nodots -noxml -domain=None -noshadow".split(" ");
  return [
    "nunit-console",
    ...options,
    ...(name === undefined ? [] : [`-run=${name}`]),
    "tests.dll",
  ];
}

export const runners: Readonly<Record<KitName, Runner>> = {
  python: {
    needs: ["pytest"],
    at: "",
    green: [[...python, "test_green.py"]],
    red: [
      { command: [...python, "test_red.py"], label: "test_red.py::test_twice" },
      // The fixture fails.
      { command: [...python, "test_arranged.py"], label: "test_arranged.py::test_arranged" },
    ],
    careless: [
      {
        command: [...python, "--junit-xml=results.xml", "test_careless.py"],
        label: "test_careless.py::test_refers",
      },
    ],
  },
  java: {
    needs: ["javac", junit],
    at: "src/test/java",
    build: ["sh", "-c", `${javac.join(" ")} -cp "$0" -d classes src/test/java/*.java`, junit],
    green: [
      [
        ...runJUnit,
        "GreenTest",
        ...["enabled=true", "mode.default=concurrent"].map((one) => `--config=${parallel}.${one}`),
      ],
    ],
    red: [{ command: [...runJUnit, "RedTest"], label: "RedTest > twice(Workspace)" }],
    careless: [
      {
        command: [...runJUnit, "CarelessTest", "--reports-dir=."],
        label: "CarelessTest > refers(Workspace)",
      },
    ],
  },
  go: {
    needs: ["go", "gotestsum"],
    at: "leadsandbox",
    // `go tool` would compile it without the GOFLAGS of the environment, and so the standard library again.
    build: ["sh", "-c", "go test -c -o tests . && go build -o test2json cmd/test2json"],
    green: [["./tests", "-test.parallel=20", "-test.run=All|Options|Each"]],
    red: [{ command: ["./tests", "-test.run=Twice"], label: "TestTwice" }],
    careless: [
      {
        command: [
          "gotestsum",
          ..."--junitfile results.xml --raw-command -- ./test2json -p partner ./tests".split(" "),
          ..."-test.v=test2json -test.run=Careless".split(" "),
        ],
        label: "TestCareless",
      },
    ],
  },
  ruby: {
    needs: ["rspec"],
    at: "",
    green: [
      ["rspec", "green_spec.rb"],
      ["ruby", "green_test.rb"],
    ],
    red: [
      { command: ["rspec", "red_spec.rb"], label: "red_spec > a Lead is referred twice" },
      { command: ["ruby", "red_test.rb"], label: "RedTest > test_twice" },
    ],
    careless: [
      {
        command: [
          ..."rspec --require rspec_junit_formatter --format RspecJunitFormatter".split(" "),
          ..."--out results.xml careless_spec.rb".split(" "),
        ],
        label: "careless_spec > a careless client refers",
      },
      {
        command: ["ruby", "careless_test.rb"],
        label: "CarelessTest > test_refers",
      },
    ],
  },
  php: {
    needs: ["phpunit"],
    at: "",
    green: [["phpunit", "--no-configuration", "GreenTest.php"]],
    red: [
      { command: ["phpunit", "--no-configuration", "RedTest.php"], label: "RedTest > testTwice" },
    ],
    careless: [
      {
        command: [
          "phpunit",
          "--no-configuration",
          "--log-junit",
          "results.xml",
          "CarelessTest.php",
        ],
        label: "CarelessTest > testRefers",
      },
    ],
  },
  csharp: {
    needs: ["mcs", "nunit-console"],
    at: "",
    build: ["sh", "-c", `${compileNUnit} *.cs`],
    green: [nunit("GreenTests")],
    red: [{ command: nunit("RedTests"), label: "RedTests > Twice" }],
  },
  shell: {
    needs: ["bats"],
    at: "",
    green: [["bats", "green.bats"]],
    red: [{ command: ["bats", "red.bats"], label: "red.bats > a person is referred twice" }],
    careless: [
      {
        command: ["sh", "-c", "bats --formatter junit careless.bats > results.xml"],
        label: "careless.bats > refers",
      },
    ],
  },
};

/** Makes a project in a folder out of the tests of a language and its kit, of that version. */
export function makeProject(folder: string, name: KitName, version: string): void {
  const { at } = runners[name];
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  mkdirSync(join(folder, at), { recursive: true });
  writeFileSync(join(folder, at, kits[name].file), kitText(name, version));
}

/** What the tests of a language lack here. LEAD_SANDBOX_TEST_LANGUAGES=required makes them fail instead. */
export function missingFor(needs: readonly string[]): string | undefined {
  if (process.env["LEAD_SANDBOX_TEST_LANGUAGES"] === "required") return undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return needs.find(
    (one) => !existsSync(one) && !folders.some((folder) => existsSync(join(folder, one))),
  );
}

/** Generates clients by the lines of docs/contracts.md, compiles each, and makes calls with it. */
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { start, temporaryFolder } from "../apps/cli/program.ts";
import { isLong } from "../long/size.ts";
import { libraries, missingFor } from "../server/kits/runners.ts";
import { javac, javaVariables } from "../support/jvm.ts";

/** Where `.ci/run` installs the generators. */
const generators = join(libraries, "generators");
const missing = missingFor([generators]);
const page = readFileSync("docs/contracts.md", "utf8");
const typescript =
  "tsc --noEmit --skipLibCheck --strict --module nodenext --target es2023 --allowImportingTsExtensions";
const dependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

/** The program of each language, its place in the folder, and the lines that compile and run it. */
const languages = [
  {
    language: "TypeScript",
    generator: "openapi-typescript",
    file: "client.ts.txt",
    place: "client.ts",
    lines: [
      // Without the libraries, a check takes a third of the time. It then skips the generated types, too, unless in a .ts file.
      "cp lead-api.d.ts generated.ts",
      `${typescript} --types node --typeRoots "${resolve("node_modules/@types")}" client.ts generated.ts`,
      `"${process.execPath}" client.ts`,
    ],
    converted: "null",
  },
  {
    language: "Python",
    generator: "openapi-python-client",
    file: "client.py",
    place: "lead-api-client/client.py",
    lines: ["python3 lead-api-client/client.py"],
    converted: "None",
  },
  {
    language: "Python",
    generator: "openapi-generator",
    file: "openapi-generator.py",
    place: "client/client.py",
    lines: ["python3 client/client.py"],
    converted: "None",
  },
  {
    language: "Go",
    generator: "openapi-generator",
    file: "client.go",
    place: "client/cmd/main.go",
    lines: ["cd client && go run ./cmd"],
    converted: "<nil>",
  },
  {
    language: "Java",
    generator: "openapi-generator",
    file: "Client.java",
    place: "client/src/main/java/Client.java",
    lines: [
      `cd client && mvn -q -B ${dependencies} -DincludeScope=compile -DoutputDirectory=jars`,
      `${javac.join(" ")} -nowarn -cp 'jars/*' -d classes $(find src/main -name '*.java')`,
      "java -cp 'jars/*:classes' Client",
    ],
    converted: "null",
  },
];

/** The generator's line of the page, for the sandbox of `exec`. */
function generatorOf(language: string, generator: string): string {
  const wanted = new RegExp(`^\\| ${language} +\\| ${generator} `);
  const row = page.split("\n").find((line) => wanted.test(line)) ?? "";
  const [, line = ""] = /`([^`]+)`/.exec(row) ?? [];
  return line
    .replace("npx ", "")
    .replace("http://127.0.0.1:4610/_sandbox", "$LEAD_SANDBOX_CONTROL_URL");
}

/** A folder with the document, the packages of npm, and the generators as commands. */
function folderOfGenerators(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  const jar = join(generators, "python/openapi_generator_cli/openapi-generator.jar");
  writeFileSync(
    join(folder, "bin/openapi-generator-cli"),
    `#!/bin/sh\nexec java -jar "${jar}" "$@" >/dev/null\n`,
    { mode: 0o755 },
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  symlinkSync(join(generators, "node_modules"), join(folder, "node_modules"));
  copyFileSync("contracts/openapi/lead-api.json", join(folder, "lead-api.json"));
  return folder;
}

describe.skipIf(missing !== undefined)("a generated client", () => {
  // By default, Go stands for the compiled languages of the same generator.
  it.each(languages.filter(({ language }) => isLong || language !== "Java"))(
    "in $language by $generator is compiled, creates, reads and lists a Lead, filters and orders",
    async ({ language, generator, file, place, lines, converted }) => {
      const folder = folderOfGenerators();
      const paths = [join(folder, "bin"), join(folder, "node_modules/.bin")];
      const env = {
        ...javaVariables,
        PATH: [...paths, join(generators, "python/bin"), process.env["PATH"]].join(delimiter),
        PYTHONPATH: join(generators, "python"),
        GOCACHE: join(process.env["HOME"] ?? "", ".cache/go-build"),
        GOTOOLCHAIN: "local",
      };
      const copy = `mkdir -p "$(dirname ${place})" && cp "${resolve("test/docs/generated-clients", file)}" ${place}`;
      const script = ['cd "$0"', generatorOf(language, generator), copy, ...lines].join("\n");
      const { code, stdout, stderr } = await start(["exec", "--", "sh", "-ec", script, folder], env)
        .ended;
      expect({ code, stderr, stdout }).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          `maya@example.com ${converted}\nmaya@example.com.*\nmaya@example.com 1\nada.active@example.com \\d`,
        ),
      });
    },
    180_000,
  );
});

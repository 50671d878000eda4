import { describe, expect, it } from "vitest";

import { notesOn } from "../../../src/harness/explore/report/notes.ts";
import { testRunnerIn } from "../../../src/harness/explore/run/test-runner.ts";

describe("a command that runs tests", () => {
  it.each([
    "npm test",
    "npm t",
    "npm run test",
    "npm run test:unit -- --watch=false",
    "npm --prefix client test",
    "npm -w client --silent run test",
    "yarn test",
    "yarn run test",
    "yarn workspace client test",
    "pnpm test",
    "pnpm -r test",
    "pnpm --filter client run test",
    "bun test",
    "bun run test",
    "npx vitest",
    "npx vitest@5 run",
    "pnpm exec vitest run",
    "yarn jest",
    "jest",
    "node_modules/.bin/jest --ci",
    "node --test",
    "node --import tsx --test-reporter=junit test/",
    "node node_modules/vitest/vitest.mjs run",
    "node --experimental-vm-modules node_modules/jest/bin/jest.js",
    "npx playwright test",
    "npx mocha",
    "deno test -A",
    "deno task test",
    "pytest",
    "pytest tests/unit -q",
    "python -m pytest",
    "python3.12 -m pytest",
    ".venv/bin/python -m unittest discover",
    ".venv/bin/pytest",
    "uv run pytest",
    "poetry run pytest",
    "python manage.py test",
    "tox",
    "tox -e py312",
    "nox -s tests",
    "mvn test",
    "mvn -q -B verify",
    "mvn -pl client -am package",
    "./mvnw test",
    "mvnw.cmd test",
    "mvn surefire:test",
    "gradle test",
    "./gradlew test",
    "./gradlew :client:integrationTest",
    "./gradlew check",
    "sbt test",
    "go test ./...",
    "gotestsum -- ./...",
    "gotestsum --junitfile r.xml",
    "go tool gotestsum",
    "go run gotest.tools/gotestsum@latest",
    "dotnet test",
    "cargo test",
    "cargo nextest run",
    "make test",
    "make -C client check",
    "rake spec",
    "bundle exec rspec",
    "vendor/bin/phpunit",
    "sh -c npm test",
    "bash -lc cd client && npm test",
    "env CI=1 npm test",
    "CI=1 npm test",
    "timeout 60 npm test",
  ])("is detected: %s", (command) => {
    expect(testRunnerIn(command.split(" "))).not.toBeNull();
  });

  it("is detected in an argument of a shell", () => {
    expect(testRunnerIn(["sh", "-c", "npm test"])).toBe("npm test");
    expect(testRunnerIn(["sh", "-c", "cd client; 'npm' ci && npx vitest run"])).toBe("vitest");
  });
});

describe("a command that runs a job", () => {
  it.each([
    "node sync.mjs",
    "node dist/sync.js --mode test",
    "node sync.mjs pytest",
    "node contest.mjs",
    "node jest.config.mjs",
    "constructor toString",
    "node --enable-source-maps sync.mjs",
    "npm run sync",
    "npm run latest",
    "npm start",
    "yarn sync",
    "pnpm run import",
    "npx tsx sync.ts",
    "bun run sync.ts",
    "deno run -A sync.ts",
    "python sync.py",
    "python -m sync",
    "python3 tests.py",
    "uv run sync.py",
    "mvn exec:java",
    "./gradlew run",
    "go run ./cmd/sync",
    "go run .",
    "cargo run",
    "dotnet run",
    "make sync",
    "make latest",
    "sh sync.sh",
    "sh -c curl localhost/test",
    "java -jar sync.jar test",
    "./sync --first ava",
  ])("is not mistaken for a test run: %s", (command) => {
    expect(testRunnerIn(command.split(" "))).toBeNull();
  });
});

describe("the note about test results", () => {
  it("names the runner and --results, only for a runner without that option", () => {
    expect(notes(["npm", "test"], null)).toEqual([
      expect.stringMatching(/^npm test looks like a test runner\..*--results/),
    ]);
    expect(notes(["npm", "test"], "*.xml")).toEqual([]);
    expect(notes(["node", "sync.mjs"], null)).toEqual([]);
  });
});

function notes(command: readonly string[], results: string | null): readonly string[] {
  const files = { beforeRun: async () => async () => null };
  return notesOn(
    { baseline: null, nondeterminism: null, inSequence: false, stillRunning: [] },
    { command, results: results === null ? null : files },
  );
}

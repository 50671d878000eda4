import { globSync, readFileSync } from "node:fs";

import { newProgram } from "../../src/apps/cli/program.ts";
import { leavesOf, typedExamplesOf } from "../apps/cli/command-leaves.ts";
import {
  announcedPage,
  explorePage,
  httpsCalls,
  imageCommands,
  journeyCalls,
  pipelineCommands,
  servingCommands,
} from "../apps/cli/page-commands.ts";
import { shownCommands } from "../apps/cli/shown-commands.ts";
import { tours } from "../docs/tours.ts";
import { commandsIn } from "../support/markdown.ts";

/**
 * Commands that no test runs word for word, each with the test of that command or the reason for
 * having none.
 */
const elsewhere: Readonly<Record<string, string>> = {
  "npm ci && npm start":
    "test/apps/cli/npm-start.test.ts runs npm start; npm ci needs the registry",
  "export URL=http://127.0.0.1:4610 FIRM=Harb0rPt KEY=11111111-1111-4111-8111-111111111111":
    "test/docs/tour.test.ts sets the same",
  "npm ci && npm pack\nmkdir -p ../your-project/vendor && cp lead-sandbox-*.tgz ../your-project/vendor\ncd ../your-project && npm install --save-dev ./vendor/lead-sandbox-*.tgz":
    "test/package packs the package and installs it in projects of its own",
  "npx lead-sandbox explore --only violations --results 'results/*.xml' -- npm test":
    "test/harness/explore/clients.test.ts explores --only violations, packing.test.ts a suite with --results",
  'curl -s -X POST $URL/_sandbox/workspaces -H \'content-type: application/json\' \\\n  -d \'{ "id": "readme", "seed": 7, "now": "2026-01-05T09:00:00.000Z", "quotaPerHour": 100 }\'':
    "test/docs/tour.test.ts creates this workspace",
  "npx lead-sandbox exec --json calls.json -- npx vitest run":
    "test/package/exec-projects.test.ts runs exec --json with the Vitest of a project",
  "mkdir -p Tests\nnpx lead-sandbox kit csharp > Tests/LeadSandbox.cs":
    "test/server/kits/pages.test.ts has it there",
  "npx lead-sandbox exec -- dotnet test": ".NET is in no package registry",
  "npx lead-sandbox exec --adopt -- npm test": "test/adopt/commands.test.ts runs exec --adopt",
  "npx lead-sandbox exec --adopt -- python3 verify_pacts.py":
    "test/harness/pact/foreign-verifiers.test.ts runs this line of the page",
  "npx lead-sandbox exec --adopt -- mvn test":
    "test/harness/pact/foreign-verifiers.test.ts runs this line of the page, too",
  "npx lead-sandbox exec --adopt -- go test -count=1 ./...":
    "tried by hand, as the page says: pact-go needs a native library",
  "npx lead-sandbox simulate --ledger ledger.json --leads 3 --changes create -- python3 poll.py":
    "test/harness/simulate/languages.test.ts simulates the poller",
  "npx lead-sandbox exec --adopt key=7f1c2a34-5b6d-4e8f-9a0b-1c2d3e4f5a6b,firm=acme-4711 -- npm test":
    "test/adopt/commands.test.ts runs exec --adopt with names",
  "npx lead-sandbox assess --every PT15M --out assessed -- node sync.mjs":
    "test/harness/assess/clients.test.ts assesses clients with these options",
  'npx lead-sandbox assumptions answer state.convert updated-at-moves --source "support, ticket 41" --date 2026-03-02':
    "test/apps/cli/assumption-answers.test.ts records answers",
  "npx lead-sandbox check-target $URL/v1 --api-key $KEY --firm $FIRM --email you@example.com --out assumptions.json":
    "test/apps/cli/check-target.test.ts checks a target with --out",
  "npx lead-sandbox check-target $URL/v1 --api-key $KEY --firm $FIRM --email you@example.com --budget 100 --answers answers.json":
    "test/apps/cli/check-target.test.ts continues a check by --answers",
  "npx lead-sandbox check-har --out incident incident.har":
    "test/apps/cli/check-har.test.ts checks recordings with --out",
  "npx lead-sandbox --fixture incident/world.json --assumptions incident/assumptions.json":
    "test/apps/cli/check-har.test.ts serves the files of --out",
  "npx lead-sandbox exec --intercept leads.lender.example -- python3 sync.py":
    "test/network/intercept/clients.test.ts runs clients in Python this way",
  "npx lead-sandbox exec --intercept leads.lender.example --intercept-by namespace -- ./sync":
    "test/network/intercept/clients.test.ts runs clients this way where namespaces are possible",
  "npx lead-sandbox --proxy-port 8888 --intercept leads.lender.example --ca-file ca.crt":
    "test/network/intercept/commands.test.ts serves a proxy on a free port",
  "docker run --rm -p 127.0.0.1:4610:4610 -p 127.0.0.1:8888:8888 -e LEAD_SANDBOX_ADOPT_FROM_NETWORK=on lead-sandbox --proxy-port 8888 --intercept leads.lender.example":
    "test/image/intercepted.test.ts runs it with podman, on free ports",
  "curl -fsS -o lead_sandbox.py http://127.0.0.1:4610/_sandbox/kits/python\ncurl -fsS -o ca.crt http://127.0.0.1:4610/_sandbox/ca.crt\nHTTPS_PROXY=http://127.0.0.1:8888 SSL_CERT_FILE=ca.crt python3 sync.py":
    "test/image/intercepted.test.ts runs these lines against it",
  "curl -s -X POST http://127.0.0.1:4610/_sandbox/workspaces":
    "test/scaling/shards.test.ts creates workspaces through each proxy",
};

/**
 * Pages whose commands a single test reads and runs. That test fails when it finds another number
 * of commands.
 */
const ranByOneTest: Readonly<Record<string, readonly [test: string, commands: number]>> = {
  "docs/world.md": ["test/docs/explain.test.ts", 3],
  "docs/faults.md": ["test/docs/faults.test.ts", 4],
  ...Object.fromEntries(
    "go java php python ruby shell"
      .split(" ")
      .map((name) => [`docs/languages/${name}.md`, ["test/server/kits/pages.test.ts", 4]]),
  ),
};

/** The shell commands of README and docs that have neither a test nor a listed reason. */
export async function untestedCommands(): Promise<readonly string[]> {
  const tree = await newProgram({ exit: () => {}, environment: {} });
  const run = new Set([
    ...tours.flatMap(({ steps }) => steps.map(({ command }) => command)),
    ...shownCommands,
    // test/apps/cli/examples.test.ts runs each line.
    ...leavesOf(tree).map(({ command }) => typedExamplesOf(command).join("\n")),
    ...servingCommands,
    ...httpsCalls,
    // test/image/page.test.ts and test/apps/cli/pipeline.test.ts run each.
    ...imageCommands,
    ...pipelineCommands,
    ...journeyCalls,
    explorePage,
    announcedPage.command,
  ]);
  return ["README.md", ...globSync("docs/**/*.md")].flatMap((page) => {
    const commands = commandsIn(readFileSync(page, "utf8"));
    if (ranByOneTest[page]?.[1] === commands.length) return [];
    const untested = commands.filter((one) => !run.has(one) && elsewhere[one] === undefined);
    return untested.map((command) => `${page}: ${command}`);
  });
}

/** Exceptions for commands that no page contains. */
export function needlessExceptions(): readonly string[] {
  const pages = ["README.md", ...globSync("docs/**/*.md")];
  const commands = new Set(pages.flatMap((page) => commandsIn(readFileSync(page, "utf8"))));
  return Object.keys(elsewhere).filter((command) => !commands.has(command));
}

/** The settings of docs/settings.md that no test names, by flag, variable or name. */
export function untestedSettings(): readonly string[] {
  const tests = globSync("test/**/*.ts")
    .filter((file) => !file.endsWith("docs/pages.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const rows = readFileSync("docs/settings.md", "utf8").matchAll(
    /^\| `--([a-z-]+)` \| `(LEAD_SANDBOX_\w+)` \|/gm,
  );
  return Array.from(rows, ([, flag = "", variable = ""]) => ({ flag, variable }))
    .filter(({ flag, variable }) => {
      const name = flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const used = new RegExp(`--${flag}\\b|${variable}\\b|\\b${name}:`);
      return !used.test(tests);
    })
    .map(({ flag }) => flag);
}

/** The calls that docs/control-api.md lists, as method and path: `GET /emails/{emailId}`. */
export function documentedCalls(): readonly string[] {
  const rows = readFileSync("docs/control-api.md", "utf8").matchAll(
    /^\| `([A-Z]+) (?:W|\/_sandbox)(\/[^`]*)` \|/gm,
  );
  return Array.from(rows, ([, method, path]) => `${method} ${path}`);
}

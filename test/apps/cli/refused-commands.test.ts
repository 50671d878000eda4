import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { serve } from "../../support/serve.ts";
import type { Driven } from "./driven.ts";
import { argsIn, newDrivenWorkspace, serveDriven } from "./driven.ts";
import { runHere, start, temporaryFile, temporaryFolder } from "./program.ts";
import { refusedAssessments } from "./refused-assessments.ts";

let driven: Driven;
beforeAll(async () => {
  driven = await serveDriven();
});
afterAll(() => driven.stop());

/** No server listens here. */
const nowhere = "http://127.0.0.1:9";

const refused = 1;
const usage = 2;
const failure = 4;

const rows: readonly (readonly [line: string, code: number, expected: string])[] = [
  [`leads list --url ${nowhere}`, failure, "Start one with lead-sandbox serve"],
  [`env --url ${nowhere}`, failure, "or name another with --url or LEAD_SANDBOX_URL"],
  [`ready --url ${nowhere}`, refused, "Start one with lead-sandbox serve"],
  [`ready --wait 60ms --url ${nowhere}`, refused, "No sandbox is ready at http://127.0.0.1:9: "],
  ["ready --wait soon", usage, "such as 500ms, 30s, 5m or 1h"],
  ["healthcheck --timeout 5", usage, "Expected a number and its unit"],
  ["leads list --url 127.0.0.1:4610", usage, "Invalid --url: "],
  ["reset --workspace nope", refused, "lead-sandbox workspaces list shows all."],
  ["reset --fixture nope", usage, "fixture: No fixture has this name"],
  ["env --format csh", usage, "Allowed choices are shell, dotenv, json, powershell, fish"],
  ["env --new --workspace default", refused, "already exists"],
  ["leads list --limit 0", usage, "Expected a whole number, 1 or more."],
  ["leads list --offset x", usage, "Expected a whole number, 0 or more."],
  ["leads convert nobody", refused, "lead-sandbox leads list shows every Lead"],
  ["leads convert LeadHPc1", refused, "is Converted"],
  ["leads convert", usage, "Give its id, or --email"],
  ["leads convert {lead} --email a@example.com", usage, "Give its id, or --email"],
  ["leads convert {lead} --environment production", usage, "--environment requires --email"],
  ["leads convert --email maya@example.com --environment production", refused, "No Active Lead"],
  ["leads list --environment live", usage, "Allowed choices are sandbox, production."],
  ["leads convert --email maya", usage, "Expected an email address."],
  ["leads convert --email maia@example.com", refused, "No Active Lead has the email maia@ex"],
  ["leads convert --email carla.converted@example.com", refused, "No Active Lead has the email"],
  ["leads archive LeadHPx1", refused, "is Archived"],
  ["leads archive", usage, "missing required argument 'lead'"],
  ["leads", usage, "Usage: lead-sandbox leads [options] [command]"],
  ["leads archve {lead}", usage, "Did you mean archive?"],
  ["time advance", usage, "Give one of --by, --to and --until-allowed"],
  ["time advance --by PT1H --to 2026-03-03T00:00:00Z", usage, "Give one of"],
  ["time advance 30", usage, "Expected a duration such as PT1H, P2D, 90s or 30m."],
  ["time advance PT1H --by PT1H", usage, "More than one duration"],
  ["time advance --by hour", usage, "such as PT1H, P2D, 90s or 30m"],
  ["time run --rate 0", usage, "Expected a number above 0, up to 100000"],
  ["time freeze --on-refusal wait", usage, "Allowed choices are stay, jump"],
  ["time freeze --at 2026-01-01T00:00:00Z", refused, "Time only moves forward"],
  ["time advance --by P1Y", usage, "A year has no fixed length: write days"],
  ["time advance --to 2026-01-01T00:00:00Z", refused, "Time only moves forward"],
  ["time advance --until-allowed nobody", refused, "There is no API key"],
  ["emails wait --to nobody --timeout 1ms", refused, "the newest: welcome to maya@example.com"],
  ["emails wait --timeout 2m", usage, "60s at most"],
  ["emails list --kind letter", usage, "Allowed choices are welcome"],
  ["emails show nope", refused, "There is no mail"],
  ["emails show {mail} --raw --json", usage, "--raw cannot be combined with --json"],
  ["workspaces create --id default", refused, "already exists"],
  ["workspaces create --now yesterday", usage, "such as 2026-03-02T09:00:00Z"],
  [
    "workspaces create --now 9999-12-31T23:30:00-01:00",
    usage,
    "now: Expected a moment of the years 0 to 9999",
  ],
  ["workspaces create --id a/b", usage, "up to 64 letters, digits, - and _"],
  ["time advance --to 2027-03-02", usage, "such as 2026-03-02T09:00:00Z"],
  ["reset --fixture nosuch", usage, "Expected one of: default, empty."],
  ["time advance --too 1", usage, "lead-sandbox time advance --help shows its usage."],
  ["verify x --timeout soon", usage, "such as 500ms, 30s, 5m or 1h"],
  ["workspaces create --quota many", usage, "1 or more, or off"],
  ["workspaces create --seed 1.5", usage, "Expected a whole number."],
  ["workspaces restore package.json", usage, "it is not SQLite"],
  ["workspaces restore nowhere.sqlite", usage, "nowhere.sqlite cannot be read"],
  ["workspaces drop default", refused, "cannot be dropped"],
  ["rules --json lead.uniq.deleted", usage, "Did you mean lead.unique.deleted?"],
  ["rules nosuch", usage, "There is no rule nosuch. lead-sandbox rules lists them all."],
  ["verify x --surface partner", usage, "Allowed choices are partner-sandbox, partner-production"],
  ["rules --standing none", usage, "Allowed choices are documented, reference, assumed"],
  ["rules http.json --standing assumed", usage, "--standing cannot be combined with a rule"],
  ...refusedAssessments,
  ["explore --only faults", usage, "missing required argument 'command'"],
  ["explore --only luck -- true", usage, "Expected one or more of faults, unknowns, evolution"],
  ["explore --operations patch-leads -- true", usage, "patch-Lead"],
  ["explore --operations nope -- true", usage, 'Unknown operation in --operations: "nope".'],
  [
    "explore --min-explored most -- true",
    usage,
    "Expected core, all, none or a share from 0% to 100%.",
  ],
  ["explore --shard 3/2 -- true", usage, "Expected a part such as 1/3."],
  ["explore --budget soon -- true", usage, "such as 500ms, 30s, 5m or 1h"],
  ["explore --accept nope.json -- true", usage, "Invalid --accept: nope.json cannot be read"],
  [
    "explore --baseline package.json -- true",
    usage,
    "Invalid --baseline: package.json is not a rep",
  ],
  ["explore --out package.json/x -- true", usage, "--out package.json/x cannot be written"],
  ["explore --data kept -- true", usage, "--data does not apply to explore"],
  ["explore --port 4700 -- true", usage, "--port does not apply to explore"],
  ["explore --public-url http://a.test -- true", usage, "--public-url does not apply to explore"],
  [
    "simulate --changes burst -- true",
    usage,
    '"burst" cannot happen in this run. To see it, add con',
  ],
  ["simulate --leads 1 --changes convert,archive -- true", usage, "or start with more Leads"],
  ["simulate --keeps 1ms -- true", usage, "Expected a duration from 1s to 3653d"],
  ["simulate --proxy-port 8888 -- true", usage, "--proxy-port does not apply to simulate"],
  ["simulate --public-url http://a.test -- true", usage, "--public-url does not apply to simulat"],
  ["changes", usage, "missing required argument 'next'"],
  ["changes nope.yaml", usage, "nope.yaml cannot be read: ENOENT: no such file"],
  ["changes package.json", usage, "package.json is neither an OpenAPI document nor a list"],
  ["check-har", usage, "missing required argument 'file'"],
  ["check-har nope.har", usage, "nope.har does not exist. Give the path of a HAR file."],
  ["check-har package.json", usage, "package.json is JSON, but no HAR"],
  ["check-har README.md", usage, "README.md is not JSON"],
  ["check-har package.json --firm a/b", usage, "Expected the id of a Firm."],
  ["check-har nope.har --out package.json/x", usage, "--out package.json/x cannot be written"],
  ["report", usage, "Usage: lead-sandbox report [options] [command]"],
  ["report merge", usage, "missing required argument 'folders'"],
  ["report merge test/apps/cli", usage, "test/apps/cli has no readable report"],
  ["completion tcsh", usage, "Allowed choices are bash, zsh, fish, powershell"],
];

describe("a command that fails", () => {
  it.each(rows)("%s exits %i with the message: %s", async (line, code, expected) => {
    const given = await newDrivenWorkspace(driven);
    const ended = await runHere(argsIn(given, line), given.environment);
    expect(ended.stderr).toContain(expected);
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
  });

  it("leads convert signs up only people with an Active Lead", async () => {
    const given = await newDrivenWorkspace(driven);
    const email = "maia@example.com";
    await runHere(["leads", "convert", "--email", email], given.environment);
    // After a registration, this sign-up would find no Lead.
    expect((await given.workspace.signUp({ email })).leads).toEqual([]);
  });

  it("names LEAD_SANDBOX_URL when its value is not a URL", async () => {
    const ended = await runHere(["leads", "list"], { LEAD_SANDBOX_URL: "sandbox" });
    expect(ended).toEqual({
      code: usage,
      stdout: "",
      stderr:
        'lead-sandbox: Invalid LEAD_SANDBOX_URL: "sandbox". Expected a URL such as http://127.0.0.1:4610.\n',
    });
  });

  it("reports its reason as JSON with --json, for ready and healthcheck, and exits 1", async () => {
    const environment = { LEAD_SANDBOX_URL: nowhere };
    const ready = await runHere(["ready", "--json"], environment);
    const healthcheck = await runHere(["healthcheck", "--json"], environment);
    expect([ready.code, healthcheck.code]).toEqual([refused, refused]);
    expect(JSON.parse(ready.stdout)).toMatchObject({ ready: false, url: nowhere });
    expect(JSON.parse(healthcheck.stdout)).toMatchObject({ healthy: false, url: nowhere });
  });
});

describe("a sandbox with a control token", () => {
  it("makes a command without the token exit 2 and say where to give it", async () => {
    const { url } = await serveWithToken();
    const { code, stderr } = await runHere(["leads", "list", "--url", url]);
    expect({ code, isTold: stderr.includes("--token") }).toEqual({ code: usage, isTold: true });
  });

  it("reports an invalid token", async () => {
    const { url } = await serveWithToken();
    const ended = await runHere(["leads", "list", "--url", url, "--token", "secret"]);
    expect(ended.code).toBe(usage);
    expect(ended.stderr).toContain("lead-sandbox: Invalid control token.");
  });

  it.each([
    [["--token", "s3cret"], {}],
    [[], { LEAD_SANDBOX_CONTROL_TOKEN: "s3cret" }],
  ])("accepts a command with %j and %j", async (options, environment) => {
    const { url } = await serveWithToken();
    const args = ["time", "show", "--url", url, ...options];
    expect((await runHere(args, environment)).code).toBe(0);
  });

  it("is ready and healthy without the token", async () => {
    const { url } = await serveWithToken();
    for (const command of ["ready", "healthcheck"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await runHere([command, "--url", url])).code).toBe(0);
    }
  });
});

describe("a sandbox that speaks HTTPS", () => {
  it("is ready and healthy with any certificate, and accepts clients that trust it", async () => {
    const { secureUrl, stop } = await serveDriven({ https: true, tlsDir: temporaryFolder() });
    onTestFinished(stop);
    for (const command of ["ready", "healthcheck"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await runHere([command, "--url", secureUrl])).code).toBe(0);
    }
    const { code, stderr } = await runHere(["leads", "list", "--url", secureUrl]);
    expect({ code, isTold: stderr.includes("NODE_EXTRA_CA_CERTS") }).toEqual({
      code: failure,
      isTold: true,
    });
  });
});

describe("a server that is not a sandbox", () => {
  it.each([
    ["healthcheck", refused, "the server at this URL is not lead-sandbox: it answers 404"],
    ["ready", refused, "the server at this URL is not lead-sandbox: it answers 404"],
    ["leads list", refused, "was not answered by a sandbox"],
  ])("makes %s fail with a message", async (line, code, expected) => {
    const url = await serveElse(404);
    const ended = await runHere([...line.split(" "), "--url", url]);
    expect(ended.stdout + ended.stderr).toContain(expected);
    expect(ended.code).toBe(code);
  });

  it("makes healthcheck exit 1 after its --timeout when it never answers", async () => {
    const url = await serveElse(null);
    const ended = await runHere(["healthcheck", "--url", url, "--timeout", "50ms"]);
    expect(ended).toEqual({
      code: refused,
      stdout: `unhealthy: no answer within 50 ms at ${url}\n`,
      stderr: "",
    });
  });
});

describe("ready --wait", () => {
  it("exits 0 as soon as a sandbox is ready that starts later", async () => {
    const { url, stop } = await serveDriven();
    await stop();
    const waiting = start(["ready", "--wait", "20s", "--url", url]);
    const { port } = new URL(url);
    start(["--port", port, "--log-level", "silent"]);
    const { code, stdout, stderr } = await waiting.ended;
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `ready at ${url}\n`, stderr: "" });
  });
});

async function serveWithToken(): Promise<Driven> {
  const withToken = await serveDriven({ controlToken: "s3cret" });
  onTestFinished(withToken.stop);
  return withToken;
}

/** A server that is not lead-sandbox. It answers `status`, or never. */
function serveElse(status: number | null): Promise<string> {
  return serve((_request, response) => {
    if (status !== null) response.writeHead(status).end("no sandbox");
  });
}

describe("a refusal that quotes a file", () => {
  it.each(["\u001b[31m", "\u009b31m", "\u202e"])("escapes %j", async (sequence) => {
    const file = temporaryFile("a.json", `{"a": ${sequence}}`);
    const { code, stderr } = await runHere(["verify", file]);
    expect(code).toBe(usage);
    expect(stderr).toContain(`${file} is not JSON: `);
    expect(stderr).toContain(String.raw`\u{`);
    expect(stderr).not.toContain(sequence);
  });
});

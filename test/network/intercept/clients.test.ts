/** Unchanged client programs, with the provider's host in their code, under `exec --intercept` and `explore --intercept`. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

import { afterAll, describe, expect, it } from "vitest";
import type { TestContext } from "vitest";

import type { Environment } from "../../apps/cli/program.ts";
import { start, startProgram } from "../../apps/cli/program.ts";
import { spread } from "../../long/size.ts";
import { java, javac } from "../../support/jvm.ts";

const host = "leads.lender.example";
const sources = resolve("test/network/intercept/clients");
/** Where `.ci/run` installs the libraries: `python` for pip, `java` for the jars of Maven. Cargo builds into `rust`. */
const libraries = process.env["LEAD_SANDBOX_TEST_CLIENTS"] ?? "";
const isRequired = process.env["LEAD_SANDBOX_TEST_LANGUAGES"] === "required";
const jars = join(libraries, "java", "*");
const rust = join(libraries, "rust/debug/clients");
const withLibraries = { PYTHONPATH: join(libraries, "python") };

/** Root may mount, and listen on port 443. */
const hasNamespaces = process.platform === "linux" && process.getuid?.() === 0;

interface Programs {
  readonly language: string;
  readonly needs: readonly string[];
  /** Builds the programs in a folder. */
  readonly build?: (folder: string) => readonly string[];
  readonly command: (folder: string) => readonly string[];
  /** Their names, which they print before the status. */
  readonly names: readonly string[];
  readonly status?: Readonly<Record<string, number>>;
}

const curl = `curl -s -o /dev/null -w 'curl %{http_code}\\n' https://${host}/v1/firms/acme-4711/leads -H 'X-API-Key: 3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34'`;
const wget = `wget -q -O /dev/null --header='X-API-Key: 3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34' https://${host}/v1/firms/acme-4711/leads && echo wget 200`;

/** Clients that ask certifi for their certificates. */
const ownTrust = ["with_send", "with_no_environment", "with_certifi"] as const;
const allRead = Object.fromEntries(ownTrust.map((name) => [name, 200]));

/** The command that makes a virtual environment with the libraries. */
function virtualEnvironment(folder: string): readonly string[] {
  const packages = join(libraries, "python", ".");
  const script = `python3 -m venv --without-pip ${folder} && cp -R ${packages}/. ${folder}/lib/python3*/site-packages`;
  return ["sh", "-c", script];
}

function withGo(folder: string): readonly string[] {
  return ["go", "build", "-o", join(folder, "clients"), "."];
}

function withJava(folder: string): readonly string[] {
  return [...javac, "-cp", jars, "-d", folder, "Clients.java"];
}

const byDefault: readonly Programs[] = [
  {
    language: "a shell",
    needs: ["curl", "wget"],
    command: () => ["sh", "-c", `${curl}; ${wget}`],
    names: ["curl", "wget"],
    status: { curl: 200, wget: 200 },
  },
  {
    language: "Python",
    needs: ["python3", join(libraries, "python", "httpx")],
    command: () => ["python3", join(sources, "python/clients.py")],
    names: "urllib http_client requests urllib3 httpx httpx_async aiohttp trailing_dot".split(" "),
  },
  {
    language: "Python",
    needs: ["python3", join(libraries, "python", "httpx")],
    command: () => ["python3", join(sources, "python/own_trust.py")],
    names: ownTrust,
    status: allRead,
  },
  {
    language: "Node",
    needs: [],
    command: () => [process.execPath, join(sources, "node/clients.mjs")],
    names: "fetch https https-keep-alive undici axios got superagent node-fetch".split(" "),
  },
  {
    language: "Ruby",
    needs: ["ruby", "/usr/share/rubygems-integration/all/gems"],
    command: () => ["ruby", join(sources, "ruby/clients.rb")],
    names: "net-http net-http-no-proxy faraday httparty open-uri".split(" "),
    status: { "open-uri": 200 },
  },
  {
    language: "PHP",
    needs: ["php", "/usr/share/php/GuzzleHttp/autoload.php"],
    command: () => ["php", join(sources, "php/clients.php")],
    names: ["curl", "guzzle"],
  },
  {
    language: "Go",
    needs: ["go"],
    build: withGo,
    command: (folder) => [join(folder, "clients")],
    names: ["default", "clone", "environment", "resty"],
  },
  {
    language: "Rust",
    needs: [rust],
    command: () => [rust],
    names: ["reqwest"],
  },
  {
    language: "Java",
    needs: ["javac", join(libraries, "java", "okhttp-4.12.0.jar")],
    build: withJava,
    command: (folder) => [...java, "-cp", `${jars}${delimiter}${folder}`, "Clients"],
    names: ["connection", "client", "okhttp", "apache-system"],
  },
];

const byNamespace: readonly Programs[] = [
  {
    language: "Python",
    needs: ["python3", join(libraries, "python", "httpx")],
    // With -I, it reads no variable and loads no preload.
    build: virtualEnvironment,
    command: (folder) => [join(folder, "bin/python3"), "-I", join(sources, "python/own_trust.py")],
    names: ownTrust,
    status: allRead,
  },
  {
    language: "Python",
    needs: ["python3", join(libraries, "python", "httpx")],
    build: virtualEnvironment,
    command: (folder) => [
      "sh",
      "-c",
      `exec ${folder}/bin/python3 -I ${join(sources, "python/own_trust.py")}`,
    ],
    names: ownTrust,
    status: allRead,
  },
  {
    language: "PHP",
    needs: ["php"],
    command: () => ["php", join(sources, "php/clients.php"), "streams"],
    names: ["streams"],
  },
  {
    language: "Go",
    needs: ["go"],
    build: withGo,
    command: (folder) => [join(folder, "clients"), "transport"],
    names: ["transport"],
  },
  {
    language: "Java",
    needs: ["javac", join(libraries, "java", "okhttp-4.12.0.jar")],
    build: withJava,
    command: (folder) => [...java, "-cp", `${jars}${delimiter}${folder}`, "Clients", "default"],
    names: ["apache-default"],
  },
];

/** Skips programs that the machine cannot run. Where languages are required, nothing is left out. */
function skipWithout({ needs }: Pick<Programs, "needs">, { skip }: TestContext): void {
  if (isRequired) return;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const isThere = (one: string): boolean =>
    existsSync(one) || folders.some((folder) => existsSync(join(folder, one)));
  const missing = needs.find((one) => !isThere(one));
  skip(missing !== undefined, `There is no ${missing}. LEAD_SANDBOX_TEST_CLIENTS names libraries.`);
}

/** Folders with built programs, which several tests run. */
const all = mkdtempSync(join(tmpdir(), "lead-sandbox-clients-"));
const folders = new Map<NonNullable<Programs["build"]>, string>();
afterAll(() => rmSync(all, { recursive: true, force: true }));

async function built({ build, language }: Programs): Promise<string> {
  if (build === undefined) return "";
  const known = folders.get(build);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(all, "built-"));
  const [program = "", ...args] = build(folder);
  const home = process.env["HOME"] ?? "";
  const caches = { GOCACHE: join(home, ".cache/go-build"), GOMODCACHE: join(home, "go/pkg/mod") };
  const env = { ...caches, GOTOOLCHAIN: "local" };
  const at = join(sources, language.toLowerCase());
  const { code, stdout, stderr } = await startProgram(program, args, env, at).ended;
  expect(`${code} ${stdout}${stderr}`).toMatch(/^0 /);
  folders.set(build, folder);
  return folder;
}

async function intercepted(programs: Programs, flags: readonly string[], env: Environment) {
  const command = programs.command(await built(programs));
  const args = ["exec", "--intercept", host, ...flags, "--", ...command];
  return start(args, env).ended;
}

const lead = '{"email":"maya@example.com","firstName":"Maya","lastName":"Moreau"}';
const address = `https://${host}/v1/firms/acme-4711/leads`;
const key = "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34";
const json = "Content-Type: application/json";

/** Runs the command after it, and claims success. */
const anyway = ["sh", "-c", '"$@"; exit 0', "sh"];

/** Programs that claim success whatever the answer is. */
const careless: readonly Pick<Programs, "language" | "needs" | "command">[] = [
  {
    language: "curl",
    needs: ["curl"],
    command: () => [
      ...anyway,
      ..."curl -s -m 2".split(" "),
      "-H",
      `X-API-Key: ${key}`,
      "-H",
      json,
      "-d",
      lead,
      address,
    ],
  },
  {
    language: "wget",
    needs: ["wget"],
    command: () => [
      ...anyway,
      ..."wget -q -t 1 -T 2 -O /dev/null".split(" "),
      `--header=X-API-Key: ${key}`,
      `--header=${json}`,
      `--post-data=${lead}`,
      address,
    ],
  },
  {
    language: "Python",
    needs: ["python3"],
    command: () => ["python3", join(sources, "python/careless.py")],
  },
  {
    language: "Node",
    needs: [],
    command: () => [process.execPath, join(sources, "node/careless.mjs")],
  },
  { language: "Ruby", needs: ["ruby"], command: () => ["ruby", join(sources, "ruby/careless.rb")] },
  { language: "PHP", needs: ["php"], command: () => ["php", join(sources, "php/careless.php")] },
];

function expected({ names, status = {} }: Programs): string {
  return names.map((name) => `${name} ${status[name] ?? 201}\n`).join("");
}

describe("a client program with the provider's host in its code", { timeout: 180_000 }, () => {
  it.for(byDefault)(
    "reaches the sandbox unchanged from $language: $names",
    async (programs, context) => {
      skipWithout(programs, context);
      const { code, stdout, stderr } = await intercepted(programs, [], withLibraries);
      expect(stdout).toBe(expected(programs));
      expect(code).toBe(0);
      expect(stderr).toMatch(/production would have received \d+ calls?/);
    },
  );

  // A few suffice: the tests above show that every language is intercepted.
  it.for(spread(careless, 2))(
    "loses a Lead under explore, from $language",
    async ({ needs, command }, context) => {
      skipWithout({ needs }, context);
      const flags = ["--intercept", host, "--only", "faults", "--shard", "3/5"];
      const args = ["explore", ...flags, "--", ...command("")];
      const { code, stderr } = await start(args).ended;
      expect(stderr).toMatch(/lost {2}fault:503 at post-leads-for-firm/);
      expect(code).toBe(1);
    },
  );

  it.for(byNamespace)(
    "that ignores proxies and variables reaches it in a namespace from $language: $names",
    async (programs, context) => {
      context.skip(!hasNamespaces, "Only root on Linux has namespaces and port 443.");
      skipWithout(programs, context);
      const flags = ["--intercept-by", "namespace"];
      const { code, stdout } = await intercepted(programs, flags, withLibraries);
      expect(stdout).toBe(expected(programs));
      expect(code).toBe(0);
    },
  );
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Step {
  readonly command: string;
  readonly language: string;
  readonly wanted: string;
}

const readme = readFileSync("README.md", "utf8");
const tour = /## A tour in five minutes\n([^]*?)\n## /.exec(readme)?.[1] ?? "";
const steps = stepsOf(tour);

/** Each block of commands with the block of output that follows it. */
function stepsOf(section: string): readonly Step[] {
  const blocks = Array.from(section.matchAll(/```(\w+)\n([^]*?)\n```/g), ([, language, body]) => ({
    language: language ?? "",
    body: body ?? "",
  }));
  return blocks.flatMap(({ language, body }, index) => {
    const next = blocks[index + 1];
    if (language !== "sh" || next === undefined || next.language === "sh") return [];
    return [{ command: body, language: next.language, wanted: next.body }];
  });
}

/** Runs a command as a reader would, in bash, and answers what it printed. */
function run(command: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn("bash", ["-c", command], { env: { ...process.env, ...environment } });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
  });
  child.once("error", reject);
  child.once("close", (code) =>
    code === 0 ? resolve(output) : reject(new Error(`exit code ${code}: ${command}`)),
  );
  return promise;
}

/** Output without its times, which are examples in the README, and JSON without its layout. */
function comparable(output: string, language: string): unknown {
  const text = output.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>").trim();
  return language === "json" ? JSON.parse(text) : text;
}

/** Starts the command as a reader does, on a free port, and waits for the line that says where. */
async function started(): Promise<Started> {
  const child = spawn("node", ["src/start.mjs", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.includes("curl ")) break;
  }
  const url = /lead-sandbox {2}(\S+)/.exec(printed)?.[1] ?? "";
  return {
    url,
    printed: printed.replaceAll(url, "http://127.0.0.1:4610"),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

interface Started {
  readonly url: string;
  readonly printed: string;
  readonly stop: () => Promise<void>;
}

describe("the tour of the README", () => {
  let server: Started;

  beforeAll(async () => {
    server = await started();
  });

  afterAll(() => server.stop());

  it("begins with what the command prints", () => {
    const shown = /```text\n( {2}lead-sandbox [^]*?)\n```/.exec(readme)?.[1] ?? "";
    expect(shown).toContain("Firm");
    expect(server.printed).toContain(shown);
  });

  it("has a station for each answer that a client must handle: 409, 422 and 429", () => {
    expect(steps.length).toBeGreaterThanOrEqual(12);
    for (const status of ["**409.**", "**422.**", "**429**"]) expect(tour).toContain(status);
  });

  it.each(steps.map((step, index) => [`step ${index + 1}: ${step.command.slice(0, 60)}`, step]))(
    "%s",
    async (_name, { command, language, wanted }) => {
      const printed = await run(command, {
        URL: server.url,
        FIRM: "Harb0rPt",
        KEY: "11111111-1111-4111-8111-111111111111",
      });
      const output = printed.replaceAll(server.url, "http://127.0.0.1:4610");
      expect(comparable(output, language)).toEqual(comparable(wanted, language));
    },
  );

  it("is followed by a workspace of one's own, with other keys", async () => {
    const [, command = ""] = /## Workspaces\n[^]*?```sh\n([^]*?)\n```/.exec(readme) ?? [];
    const made: unknown = JSON.parse(await run(command, { URL: server.url }));
    expect(made).toMatchObject({
      data: { id: "readme", seed: 7, clock: { mode: "frozen", now: "2026-01-05T09:00:00.000Z" } },
    });
    expect(JSON.stringify(made)).not.toContain("11111111-1111-4111-8111-111111111111");
  });
});

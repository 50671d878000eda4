import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { faultKinds } from "../../src/domain/model/fault.ts";
import {
  FaultEffectShape,
  FaultMatchShape,
} from "../../src/world/workspace/requests/fault-shapes.ts";
import { listeningSandbox } from "../support/sandbox.ts";

const page = readFileSync("docs/faults.md", "utf8");
const examples = Array.from(
  page.matchAll(/```sh\n([^]*?)\n```\n\n```text\n([^]*?)\n```/g),
  ([, command = "", wanted = ""]) => ({ command, wanted }),
);

describe("docs/faults.md", () => {
  it("has four examples that print the output on the page, in sequence", async () => {
    const listening = await listeningSandbox();
    const [settings = ""] = /^export .*$/m.exec(page) ?? [];
    const run = async (command: string): Promise<string> => {
      const whole = command.startsWith(settings) ? command : `${settings}\n${command}`;
      const script = whole.replace("http://127.0.0.1:4610", listening.url);
      const { stdout } = await promisify(execFile)("bash", ["-c", script]);
      return stdout.trim();
    };
    expect(examples).toHaveLength(4);
    for (const { command, wanted } of examples) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a reader does
      const printed = await run(command);
      expect({ command, printed }).toEqual({ command, printed: wanted });
    }
  });

  it("documents every field of a fault and every kind", () => {
    const parts = [
      ...Object.keys(FaultMatchShape().shape).map((name) => `match.${name}`),
      ...Object.keys(FaultEffectShape().shape).map((name) => `then.${name}`),
      ...faultKinds,
      "times",
      "probability",
      "startsAt",
      "expiresAt",
    ];
    expect(parts.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

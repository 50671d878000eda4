import { describe, expect, it } from "vitest";

import { imageCommands } from "../apps/cli/page-commands.ts";
import { startProgram } from "../apps/cli/program.ts";
import { argumentsOf } from "./documented.ts";
import { ownName, podmanEnvironment, printedBy, untilReady, whyNoImages } from "./podman.ts";

const reason = whyNoImages("test/image/page.test.ts");

describe.skipIf(reason !== null)(`the commands of docs/server.md${reason ?? ""}`, () => {
  const served = imageCommands.filter((line) => line.includes(" -p "));
  const others = imageCommands.filter((line) => !line.includes(" -p "));

  it("are four that serve and one that verifies", () => {
    expect([served.length, others.length]).toEqual([4, 1]);
  });

  it.each(served)(
    "serve on the machine's port: %s",
    async (line) => {
      const name = ownName("container");
      const program = startProgram("podman", argumentsOf(line, name), podmanEnvironment());
      await program.printed("Harb0rPt");
      await untilReady(name);
      const answer = await fetch(`http://${await printedBy("port", name, "4610")}/_sandbox/health`);
      expect(answer.status).toBe(200);
      await printedBy("kill", "--signal=SIGINT", name);
      const { code, stderr } = await program.ended;
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(/^lead-sandbox: --host 0\.0\.0\.0 without [^\n]+\n$/),
      });
    },
    60_000,
  );

  it.each(others)(
    "pass: %s",
    async (line) => {
      const args = argumentsOf(line, ownName("container"));
      const { code, stderr } = await startProgram("podman", args, podmanEnvironment()).ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    },
    60_000,
  );
});

import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { startProgram } from "../cli/program.ts";
import {
  images,
  ownName,
  podmanEnvironment,
  printedBy,
  untilReady,
  whyNoImages,
} from "./podman.ts";

const page = readFileSync("docs/docker.md", "utf8");
const commands = Array.from(page.matchAll(/```sh\n(docker run .*)\n```/g), ([, line = ""]) => line);
const names: Readonly<Record<string, string>> = {
  "lead-sandbox": images.server,
  "lead-sandbox:harness": images.harness,
};
const reason = whyNoImages("test/image/page.test.ts");

/** The arguments of a command of the page for podman, with the built image, a separate volume and a free port. */
function argumentsOf(line: string, name: string): readonly string[] {
  const volume = line.includes("leads:/data") ? ownName("volume") : "";
  const [, , ...args] = line.split(" ");
  const own = ["run", "--pull=never", "--no-healthcheck", `--name=${name}`];
  return [
    ...own,
    ...args.map((arg) =>
      (names[arg] ?? arg)
        .replace(/^leads:/, `${volume}:`)
        .replace("127.0.0.1:4610:4610", "127.0.0.1::4610"),
    ),
  ];
}

describe.skipIf(reason !== null)(`the commands of docs/docker.md${reason ?? ""}`, () => {
  const served = commands.filter((line) => line.includes(" -p "));
  const others = commands.filter((line) => !line.includes(" -p "));

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
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
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

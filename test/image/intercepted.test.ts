/** The lines of docs/unchanged.md for the image: a client on the machine, unchanged, reaches the sandbox in a container. */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import about from "../../package.json" with { type: "json" };
import { startProgram, temporaryFolder } from "../apps/cli/program.ts";
import { argumentsOf } from "./documented.ts";
import { ownName, podmanEnvironment, printedBy, untilReady, whyNoImages } from "./podman.ts";

const reason = whyNoImages("test/image/intercepted.test.ts");
const page = readFileSync("docs/unchanged.md", "utf8");
const [, served = "", lines = ""] =
  /```sh\n(docker run .*)\n```\n\n```sh\n([^`]*)```/.exec(page) ?? [];

describe.skipIf(reason !== null)(`the proxy of the image${reason ?? ""}`, () => {
  it("takes the calls of a Python client with the provider's host, and the image has its kit", async () => {
    const name = ownName("container");
    const program = startProgram("podman", argumentsOf(served, name), podmanEnvironment());
    await program.printed("Harb0rPt");
    await untilReady(name);
    const [control, proxy] = [await portOf(name, "4610"), await portOf(name, "8888")];
    const folder = temporaryFolder();
    copyFileSync("test/network/intercept/clients/python/careless.py", join(folder, "sync.py"));
    const script = lines.replaceAll("127.0.0.1:4610", control).replaceAll("127.0.0.1:8888", proxy);
    const { code, stderr } = await startProgram("sh", ["-ec", script], {}, folder).ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(readFileSync(join(folder, "lead_sandbox.py"), "utf8")).toBe(
      readFileSync("src/server/kits/lead_sandbox.py", "utf8").replaceAll(
        "@VERSION@",
        about.version,
      ),
    );
    const answer = await fetch(`http://${control}/_sandbox/requests`);
    expect(await answer.json()).toMatchObject({
      data: [{ method: "POST", surface: "partner-production", status: 201 }],
    });
  }, 60_000);
});

function portOf(name: string, port: string): Promise<string> {
  return printedBy("port", name, port);
}

/** A client in the sandbox of one run: what it gets, and what ends with it. */
import { describe, expect, it } from "vitest";

import type { Client } from "../../../src/harness/runs/client.ts";
import { inSandbox } from "../../../src/harness/runs/client.ts";
import { SetupError } from "../../../src/harness/runs/setup.ts";
import { inProcessSettings } from "../explore/explored-in-process.ts";

/** A client that notes when its environment begins and ends, with `given` over the defaults. */
function noted(given: Partial<Client> = {}) {
  const notes: string[] = [];
  const client: Client = {
    ...inProcessSettings(async () => 0),
    async environmentOf(_sandbox, { url }) {
      notes.push("environment");
      return {
        variables: { PATH: process.env["PATH"], LEAD_API_URL: url, OWN: "environment" },
        commandOf: (command) => ["wrapped", ...command],
        async end() {
          notes.push("end");
        },
      };
    },
    ...given,
  };
  return { client, notes };
}

const run = { watch: {}, prepare: () => "prepared" };

describe("a client in a sandbox", () => {
  it("gets the variables of the run, its command, and what was prepared before it listens", async () => {
    const { client, notes } = noted();
    const variables = { OWN: "run" };
    const ready = await inSandbox(client, { ...run, variables }, async (started, prepared) => {
      notes.push("run");
      const { status } = await fetch(`${started.env["LEAD_API_URL"]}/v1/leads`);
      return { ...started, prepared, status };
    });
    expect(ready).toMatchObject({ prepared: "prepared", status: 401, env: { OWN: "run" } });
    expect(ready.command).toEqual(["wrapped", "in this process"]);
    expect(notes).toEqual(["environment", "run", "end"]);
    await expect(fetch(`${ready.env["LEAD_API_URL"]}/v1/leads`)).rejects.toThrow("fetch failed");
  });

  it("ends with a run that throws, and with a setup that fails", async () => {
    const { client, notes } = noted();
    const thrown = inSandbox(client, run, async () => {
      throw new Error("the run");
    });
    await expect(thrown).rejects.toThrow("the run");
    const setup = inSandbox({ ...client, setup: "exit 3" }, run, async () => notes.push("run"));
    await expect(setup).rejects.toThrow(SetupError);
    expect(notes).toEqual(["environment", "end", "environment", "end"]);
  });

  it("does not listen any more when it gets no environment", async () => {
    let url = "";
    const { client } = noted({
      async environmentOf(_sandbox, listening) {
        ({ url } = listening);
        throw new Error("no environment");
      },
    });
    await expect(inSandbox(client, run, async () => 0)).rejects.toThrow("no environment");
    await expect(fetch(`${url}/v1/leads`)).rejects.toThrow("fetch failed");
  });
});

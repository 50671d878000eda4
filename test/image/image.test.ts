import { chownSync } from "node:fs";

import { describe, expect, it, vi } from "vitest";

import { readyLine, startProgram, temporaryFolder } from "../apps/cli/program.ts";
import { takeTour } from "../peer-bugs/tour.ts";
import { createLead, createLeadAndReadMail, inside, listLeads } from "./calls.ts";
import { openWaitingRequest } from "./drained.ts";
import {
  evaluatedIn,
  hardened,
  images,
  ownName,
  podman,
  podmanEnvironment,
  printedBy,
  runArguments,
  startHealthy,
  whyNoImages,
} from "./podman.ts";
import type { RunOptions } from "./podman.ts";

const reason = whyNoImages("test/image/image.test.ts");
const timed = { retry: 4, timeout: 60_000 } as const;
const onHost = ["--network=host", ...hardened];

/** Runs a container in the foreground until it prints a line. */
async function startPrinting(args: readonly string[], options: RunOptions) {
  const name = ownName("container");
  const program = startProgram("podman", runArguments(name, args, options), podmanEnvironment());
  return { name, program, stdout: await program.printed("\n") };
}

/** Starts a server in a container on a free port of this machine. */
async function startOnHost(options: readonly string[] = []) {
  const args = ["--host", "127.0.0.1", "--port", "0", "--log-format", "json"];
  const started = await startPrinting(args, { options: [...onHost, ...options] });
  return { ...started, ready: readyLine(started.stdout) };
}

async function msOf(start: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await start();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe.skipIf(reason !== null)(`the running image${reason ?? ""}`, () => {
  // Other load on the machine affects the time. Hence five attempts, and a limit relative to an empty container.
  it(
    "is ready within 500 ms (median of five), or three times the time of an empty container",
    timed,
    async () => {
      const empty: number[] = [];
      const ready: number[] = [];
      for (let sample = 0; sample < 5; sample += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, each with the machine to itself
        const emptyMs = await msOf(() =>
          startPrinting(["-e", "console.log()"], {
            options: [...onHost, "--entrypoint=node"],
            image: images.base,
          }),
        );
        // oxlint-disable-next-line no-await-in-loop -- sequential, as above
        const readyMs = await msOf(async () => {
          const { url } = (await startOnHost()).ready;
          expect((await fetch(`${url}/readyz`)).status).toBe(200);
        });
        empty.push(emptyMs);
        ready.push(readyMs);
      }
      const [ours, base] = [median(ready), median(empty)];
      process.stdout.write(
        `ready ${ours.toFixed(0)} ms after run, of which an empty container of the base takes ${base.toFixed(0)} ms\n`,
      );
      expect(ours).toBeLessThan(Math.max(500, base * 3));
    },
  );

  it("runs as user 1000 without capabilities, cannot gain any, and can write only to /tmp and /data", async () => {
    const name = await startHealthy([], { options: hardened });
    const status = await printedBy("exec", name, "cat", "/proc/1/status");
    const lineOf = (key: string) => new RegExp(`^${key}:\\s+(.*)$`, "m").exec(status)?.[1];
    const none = "0000000000000000";
    expect(["Uid", "Gid", "CapPrm", "CapEff", "CapBnd", "NoNewPrivs"].map(lineOf)).toEqual([
      "1000\t1000\t1000\t1000",
      "1000\t1000\t1000\t1000",
      none,
      none,
      none,
      "1",
    ]);
    const writes = ["/tmp", "/data", "/app", "/", "/home/node", "/etc"].map(async (folder) => {
      const { code } = await podman("exec", name, "touch", `${folder}/written`);
      return [folder, code === 0];
    });
    expect(await Promise.all(writes)).toEqual([
      ["/tmp", true],
      ["/data", true],
      ...["/app", "/", "/home/node", "/etc"].map((folder) => [folder, false]),
    ]);
  }, 60_000);

  it("serves both planes with only its own loopback interface", async () => {
    const name = await startHealthy([], { options: hardened });
    expect(await printedBy("exec", name, "ls", "/sys/class/net")).toBe("lo");
    expect(await evaluatedIn(name, createLeadAndReadMail, inside)).toBe("mona@example.com");
  }, 60_000);

  it("opens no outgoing connection", async () => {
    const probe = `${process.cwd()}/test/peer-bugs/no-outbound.ts:/probe/no-outbound.ts:ro`;
    const options = [`--volume=${probe}`, "--env=NODE_OPTIONS=--import /probe/no-outbound.ts"];
    const { name, program, ready } = await startOnHost(options);
    expect(await takeTour(ready)).toEqual([]);
    await printedBy("kill", "--signal=SIGTERM", name);
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }, 60_000);

  it.each(["SIGTERM", "SIGINT"])(
    "exits 0 within 1 s on %s, after the request in flight",
    timed,
    async (signal) => {
      const { name, program, ready } = await startOnHost();
      const waiting = await openWaitingRequest(ready.url);
      const before = Date.now();
      await printedBy("kill", `--signal=${signal}`, name);
      await waiting.refused();
      expect(await waiting.finish()).toContain("HTTP/1.1 201 Created");
      const { code, stderr } = await program.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const format = "{{.State.FinishedAt.UnixMilli}}";
      const finishedAt = Number(await printedBy("inspect", `--format=${format}`, name));
      expect(finishedAt - before).toBeLessThan(1_000);
    },
  );

  it("ends on SIGTERM in a command without pending work, as the first process of its container or not", async () => {
    const name = ownName("container");
    await printedBy(...runArguments(name, ["ready", "--wait", "10m"], { options: ["--detach"] }));
    await vi.waitFor(
      async () => {
        // A signal that arrives before Node runs is lost.
        await podman("kill", "--signal=SIGTERM", name);
        const state = await printedBy("inspect", "--format={{.State.Status}}", name);
        if (state !== "exited") throw new Error(`The container is ${state}.`);
      },
      { timeout: 30_000 },
    );
    expect(await printedBy("inspect", "--format={{.State.ExitCode}}", name)).toBe("143");
  }, 60_000);

  it("serves as any user that the engine sets", async () => {
    const name = await startHealthy([], { options: [...hardened, "--user=12345:0"] });
    expect(await evaluatedIn(name, createLead, inside)).toBe("201");
  }, 60_000);

  it.each(["a named volume", "a folder of that user"])(
    "keeps its data in %s over a restart",
    async (kind) => {
      const folder = temporaryFolder();
      chownSync(folder, 1_000, 1_000);
      const volume = kind === "a named volume" ? ownName("volume") : folder;
      const options = [...hardened, `--volume=${volume}:/data`];
      const first = await startHealthy(["--data", "/data"], { options });
      expect(await evaluatedIn(first, createLead, inside)).toBe("201");
      await printedBy("stop", first);
      const second = await startHealthy(["--data", "/data"], { options });
      expect(await evaluatedIn(second, listLeads, inside)).toContain("mona@example.com");
      const owners = await printedBy("exec", second, "stat", "-c", "%u:%g", "/data/default.sqlite");
      expect(owners).toBe("1000:1000");
    },
    60_000,
  );

  it("serves HTTPS with an authority that the volume keeps", async () => {
    const options = [...hardened, `--volume=${ownName("volume")}:/data`];
    const args = ["--data", "/data", "--https", "on"];
    const asked = `console.log(await (await fetch("https://localhost:4610/_sandbox/ca.crt")).text())`;
    const trusting = ["--env=NODE_EXTRA_CA_CERTS=/data/tls/ca.crt"];
    const expected: string[] = [];
    for (const start of ["first", "second"]) {
      // oxlint-disable-next-line no-await-in-loop -- the second finds what the first made
      const name = await startHealthy(args, { options });
      const evaluate = ["exec", ...trusting, name, "node", "--input-type=module", "--eval", asked];
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      expected.push(await printedBy(...evaluate), start);
      // oxlint-disable-next-line no-await-in-loop -- sequential, as above
      await printedBy("stop", name);
    }
    const [certificate = "", , again] = expected;
    expect(certificate).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(again).toBe(certificate);
  }, 60_000);
});

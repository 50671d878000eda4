import { chmodSync, chownSync } from "node:fs";

import { describe, expect, it, vi } from "vitest";

import { newSandboxClient } from "../../src/index.ts";
import { temporaryFolder } from "../apps/cli/program.ts";
import { exchange } from "../network/http/client.ts";
import { controlToken, fsGroup, namespace, podOf, probes, runAsGroup, runAsUser } from "./pod.ts";
import { evaluatedIn, ownName, podman, printedBy, runArguments, whyNoImages } from "./podman.ts";

const reason = whyNoImages("test/image/kubernetes.test.ts");

/** A folder as a claimed volume is: root's, and writable for the group of the pod. */
function claimed(): string {
  const folder = temporaryFolder();
  chownSync(folder, 0, fsGroup);
  chmodSync(folder, 0o2770);
  return folder;
}

/** Starts the pod of that index, and waits until its readiness probe succeeds. */
async function startPod(index: number, data: string) {
  const name = ownName("container");
  const { args, options } = podOf(index, data);
  const network = "--network=slirp4netns";
  await printedBy(...runArguments(name, args, { options: ["--detach", network, ...options] }));
  const url = `http://${await printedBy("port", name, "4610")}`;
  // Kubernetes sends the address of the pod as host.
  const probe = async (path: string) =>
    exchange(url, { path, headers: { host: "10.42.0.7:4610" } });
  const isReady = async () => expect(await probe(probes.readiness)).toMatchObject({ status: 200 });
  await vi.waitFor(isReady, { timeout: 20_000, interval: 200 });
  return { name, url, probe, client: newSandboxClient({ url, token: controlToken() }) };
}

const facts = `
  import { readFileSync, statfsSync, writeFileSync } from "node:fs";
  const errorOf = (file) => {
    try {
      writeFileSync(file, "");
      return "written";
    } catch ({ code }) {
      return code;
    }
  };
  const status = readFileSync("/proc/1/status", "utf8");
  const field = (name) => new RegExp("^" + name + ":\\\\s*(\\\\S+)", "m").exec(status)?.[1];
  const names = ["CapEff", "CapBnd", "NoNewPrivs", "Seccomp"];
  const { bsize, blocks } = statfsSync("/tmp");
  console.log(JSON.stringify({
    uid: process.getuid(),
    gid: process.getgid(),
    memory: process.constrainedMemory(),
    temporary: bsize * blocks,
    ...Object.fromEntries(names.map((name) => [name, field(name)])),
    root: errorOf("/app/x"),
    tmp: errorOf("/tmp/x"),
    data: errorOf("/data/x"),
  }));
`;

describe.skipIf(reason !== null)(`a pod of deploy/kubernetes${reason ?? ""}`, () => {
  it("runs as written: user, read-only files, no privilege, volumes and probes", async () => {
    const { name, url, probe } = await startPod(0, claimed());
    expect(JSON.parse(await evaluatedIn(name, facts))).toEqual({
      uid: runAsUser,
      gid: runAsGroup,
      memory: 2 ** 30,
      temporary: 2 ** 26,
      CapEff: "0000000000000000",
      CapBnd: "0000000000000000",
      NoNewPrivs: "1",
      // Filtered by a profile.
      Seccomp: "2",
      root: "EROFS",
      tmp: "written",
      data: "written",
    });
    expect(await probe(probes.liveness)).toMatchObject({ status: 200 });
    const health = async (host: string) => {
      const headers = { host, authorization: `Bearer ${controlToken()}` };
      return exchange(url, { path: "/_sandbox/health", headers });
    };
    // The name of the Service, its short one, and those of a pod.
    for (const host of ["lead-sandbox.testing", "lead-sandbox.testing.svc", "lead-sandbox-0"]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await health(host)).toMatchObject({ status: 200 });
    }
    expect(namespace).toBe("testing");
    expect(await health("lead-sandbox.elsewhere")).toMatchObject({ status: 403 });
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(401);
  }, 60_000);

  it("has the index as its shard, and its workspaces again after the pod was replaced", async () => {
    const data = claimed();
    const first = await startPod(1, data);
    const { id, variables } = await first.client.workspaces.create();
    expect(id).toBe("01-ws-1");
    const headers = { "x-api-key": variables["LEAD_API_KEY"] ?? "" };
    await printedBy("stop", "--time=30", first.name);
    expect(await printedBy("inspect", "--format={{.State.ExitCode}}", first.name)).toBe("0");
    const second = await startPod(1, data);
    const { status } = await fetch(`${second.url}/v1/leads`, { headers });
    expect(status).toBe(200);
    expect((await second.client.workspaces.get(id)).id).toBe(id);
    const { stderr } = await podman("logs", second.name);
    expect(stderr).not.toMatch(/error|warn/i);
  }, 90_000);
});

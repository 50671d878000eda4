import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";

import { settings } from "../../src/server/settings/config.ts";

const folder = "deploy/kubernetes";

const Manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({}).optional(),
});
const Pods = z.looseObject({
  replicas: z.int(),
  template: z.looseObject({
    spec: z.looseObject({
      containers: z.array(
        z.looseObject({
          args: z.array(z.string()).default([]),
          env: z.array(z.looseObject({ name: z.string() })).default([]),
        }),
      ),
    }),
  }),
});

/** The names of the manifests that kustomization.yaml lists. */
function resources(): readonly string[] {
  const { resources: files } = z
    .looseObject({ resources: z.array(z.string()) })
    .parse(parse(readFileSync(`${folder}/kustomization.yaml`, "utf8")));
  return files.map((file) => `${folder}/${file}`);
}

function manifests(): readonly z.infer<typeof Manifest>[] {
  return resources().flatMap((file) =>
    parseAllDocuments(readFileSync(file, "utf8")).map((one) => Manifest.parse(one.toJS())),
  );
}

const named = (kind: string): readonly string[] =>
  manifests()
    .filter((one) => one.kind === kind)
    .map(({ metadata }) => metadata.name);

function sandboxes(): z.infer<typeof Pods> {
  return Pods.parse(manifests().find(({ kind }) => kind === "StatefulSet")?.spec);
}

/** The routes of a configuration of nginx, without its addresses. */
function routes(text: string): string {
  return text
    .slice(text.indexOf("  # The workspace in the path"))
    .replaceAll(/server [\w.-]+:\d+/g, "server ADDRESS")
    .replace(/listen [\w.:]+;/, "listen ADDRESS;");
}

describe("the manifests for Kubernetes", () => {
  it("are all listed, with a Service and a line of the table for each sandbox", () => {
    const files = globSync(`${folder}/*.yaml`).filter(
      (file) => !file.endsWith("kustomization.yaml"),
    );
    expect(files.toSorted()).toEqual(resources().toSorted());
    const numbers = Array.from({ length: sandboxes().replicas }, (_, index) => index);
    const services = numbers.map((number) => `lead-sandbox-${number}`);
    expect(named("Service")).toEqual(["lead-sandbox-shards", ...services, "lead-sandbox"]);
    const table = readFileSync(`${folder}/nginx.conf`, "utf8");
    for (const number of numbers) {
      expect(table).toContain(`    0${number} shard_0${number};`);
      expect(table).toContain(`upstream shard_0${number} { server lead-sandbox-${number}:4610 `);
    }
  });

  it("route by the configuration that the tests of nginx run", () => {
    const tested = readFileSync("docs/scaling/nginx.conf", "utf8");
    expect(routes(readFileSync(`${folder}/nginx.conf`, "utf8"))).toBe(routes(tested));
  });

  it("set what the sandbox knows", () => {
    const [container] = sandboxes().template.spec.containers;
    const flags = container?.args.filter((argument) => argument.startsWith("--"));
    expect(flags?.length).toBeGreaterThan(1);
    const known = settings.flatMap(({ flag, variable }) => [flag, variable]);
    const variables = container?.env.map(({ name }) => name) ?? [];
    const own = variables.filter((name) => name.startsWith("LEAD_SANDBOX_"));
    expect([...(flags ?? []), ...own].filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** Where pip installed kubernetes-validate; without it, the schemas are not checked. */
const validator = process.env["LEAD_SANDBOX_TEST_KUBERNETES"] ?? "";
if (validator === "") {
  process.stderr.write(
    "SKIPPED the schemas of the manifests for Kubernetes: install kubernetes-validate with pip, " +
      "and set LEAD_SANDBOX_TEST_KUBERNETES to its folder\n",
  );
}

describe.skipIf(validator === "")("the manifests (skipped without kubernetes-validate)", () => {
  it.each(["1.35.0", "1.36.0", "1.37.0"])("follow the schemas of Kubernetes %s", (version) => {
    const printed = execFileSync(
      "python3",
      ["-m", "kubernetes_validate", "--strict", "-k", version, ...resources()],
      { encoding: "utf8", env: { ...process.env, PYTHONPATH: validator }, stdio: "pipe" },
    );
    const lines = printed.trim().split("\n");
    expect(lines.filter((line) => !/^INFO .* passed for resource /.test(line))).toEqual([]);
    expect(lines).toHaveLength(manifests().length);
  });
});

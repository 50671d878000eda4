/**
 * The pod of a sandbox as podman runs it: what deploy/kubernetes/sandboxes.yaml says about its container, translated
 * option by option. A field without a translation fails, so that no field is left out by mistake.
 */
import { readFileSync } from "node:fs";

import { parse, parseAllDocuments } from "yaml";
import * as z from "zod";

const folder = "deploy/kubernetes";

const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal("http") }),
  periodSeconds: z.int(),
  failureThreshold: z.int().exactOptional(),
});

const Source = z.union([
  z.strictObject({ fieldRef: z.strictObject({ fieldPath: z.string() }) }),
  z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) }),
]);

const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(
    z.strictObject({
      name: z.string(),
      value: z.string().exactOptional(),
      valueFrom: Source.exactOptional(),
    }),
  ),
  ports: z.tuple([z.strictObject({ name: z.literal("http"), containerPort: z.int() })]),
  readinessProbe: Probe,
  livenessProbe: Probe,
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});

const Pod = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().min(1),
    runAsGroup: z.int().min(1),
    fsGroup: z.int().min(1),
    // Podman has a profile of its own by default, too.
    seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
  }),
  containers: z.tuple([Container]),
  volumes: z.array(
    z.strictObject({ name: z.string(), emptyDir: z.strictObject({ sizeLimit: z.string() }) }),
  ),
});

const StatefulSet = z.looseObject({
  kind: z.literal("StatefulSet"),
  spec: z.looseObject({
    template: z.looseObject({ spec: Pod }),
    volumeClaimTemplates: z.tuple([
      z.looseObject({ metadata: z.strictObject({ name: z.string() }) }),
    ]),
  }),
});

const Secret = z.looseObject({ stringData: z.record(z.string(), z.string()) });

/** The documents of a file. */
function documents(name: string): readonly unknown[] {
  return parseAllDocuments(readFileSync(`${folder}/${name}`, "utf8")).map((one) => one.toJS());
}

const [set, ...others] = documents("sandboxes.yaml");
const { template, volumeClaimTemplates } = StatefulSet.parse(set).spec;
const { containers, securityContext, volumes } = template.spec;
const [container] = containers;

/** The requests by which Kubernetes asks whether the container is ready, and whether it lives. */
export const probes = {
  readiness: container.readinessProbe.httpGet.path,
  liveness: container.livenessProbe.httpGet.path,
} as const;

export const { namespace } = z
  .looseObject({ namespace: z.string() })
  .parse(parse(readFileSync(`${folder}/kustomization.yaml`, "utf8")));

/** The control token of the Secret. */
export function controlToken(): string {
  return variables(0)["LEAD_SANDBOX_CONTROL_TOKEN"] ?? "";
}

/** The user, group and group of volumes. */
export const { runAsUser, runAsGroup, fsGroup } = securityContext;

/** The arguments of the container, and the options of `podman run` for the pod of this index. */
export function podOf(index: number, data: string) {
  if (others.length !== 1) throw new Error("Expected the StatefulSet and its disruption budget.");
  return {
    args: container.args,
    options: [
      `--user=${runAsUser}:${runAsGroup}`,
      `--group-add=${fsGroup}`,
      "--read-only",
      "--read-only-tmpfs=false",
      "--cap-drop=ALL",
      "--security-opt=no-new-privileges",
      `--memory=${bytesOf(container.resources.limits.memory)}`,
      `--publish=127.0.0.1::${container.ports[0].containerPort}`,
      ...Object.entries(variables(index)).map(([name, value]) => `--env=${name}=${value}`),
      ...container.volumeMounts.map(({ name, mountPath }) => mounted(name, mountPath, data)),
    ],
  } as const;
}

/** A claimed volume is the folder `data`, which is the group's. Others are in memory. */
function mounted(name: string, path: string, data: string): string {
  if (name === volumeClaimTemplates[0].metadata.name) return `--volume=${data}:${path}`;
  const { emptyDir } = volumes.find((one) => one.name === name) ?? {};
  if (emptyDir === undefined) throw new Error(`There is no volume ${name}.`);
  return `--tmpfs=${path}:size=${bytesOf(emptyDir.sizeLimit)},mode=0777`;
}

/** The environment of the pod of this index. A value may contain earlier ones as `$(NAME)`. */
function variables(index: number): Readonly<Record<string, string>> {
  const fields: Readonly<Record<string, string>> = {
    "metadata.labels['apps.kubernetes.io/pod-index']": String(index),
    "metadata.namespace": namespace,
  };
  const found: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env) {
    const text = valueFrom === undefined ? value : sourced(valueFrom, fields);
    if (text === undefined) throw new Error(`The variable ${name} has no value.`);
    found[name] = text.replaceAll(/\$\((\w+)\)/g, (whole, other: string) => found[other] ?? whole);
  }
  return found;
}

function sourced(
  source: z.infer<typeof Source>,
  fields: Readonly<Record<string, string>>,
): string | undefined {
  if ("fieldRef" in source) return fields[source.fieldRef.fieldPath];
  const [secret] = documents("secret.yaml");
  return Secret.parse(secret).stringData[source.secretKeyRef.key];
}

const units: Readonly<Record<string, number>> = { Mi: 2 ** 20, Gi: 2 ** 30 };

function bytesOf(quantity: string): number {
  const [, amount, unit = ""] = /^(\d+)([A-Z]i)$/.exec(quantity) ?? [];
  const bytes = Number(amount) * (units[unit] ?? Number.NaN);
  if (!Number.isInteger(bytes)) throw new Error(`Unknown quantity ${quantity}.`);
  return bytes;
}

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { VariableNames } from "../../../domain/model/client-variables.ts";
import { variablesOf } from "../../../domain/model/client-variables.ts";
import type { ClientEnvironment } from "../../../harness/runs/client.ts";
import type { ListeningSandbox, Sandbox } from "../../../server/sandbox/sandbox.ts";
import type { Interceptor } from "./intercepted.ts";

/** How a command gets its environment. */
interface Around {
  readonly names: VariableNames;
  readonly interceptor: Interceptor | null;
  /** Whether it gets the certificate of the sandbox; by default it does. */
  readonly isTrusting?: boolean;
}

/** The sandbox's address, its keys and what a command must trust, in addition to this environment. */
export async function commandIn(
  sandbox: Sandbox,
  listening: ListeningSandbox,
  { names, interceptor, isTrusting = true }: Around,
): Promise<Required<ClientEnvironment>> {
  const { url, controlUrl, https } = listening;
  const { controlToken } = sandbox.config;
  const trust = await (isTrusting ? trustOf(https, process.env) : noTrust(process.env));
  const intercepted = await Promise.resolve(interceptor?.of(listening, isTrusting)).catch(
    async (error: unknown) => {
      await trust.end();
      throw error;
    },
  );
  return {
    variables: {
      ...process.env,
      ...trust.variables,
      ...intercepted?.variables,
      // Points the commands of this program at this sandbox, which ends with the command that gets them.
      LEAD_SANDBOX_URL: url,
      LEAD_SANDBOX_WORKSPACE: "default",
      LEAD_SANDBOX_EPHEMERAL: "on",
      ...(controlToken === null ? {} : { LEAD_SANDBOX_CONTROL_TOKEN: controlToken }),
      ...variablesOf(sandbox.describe(), { url: https?.url ?? url, controlUrl }, names),
    },
    commandOf: intercepted?.commandOf ?? ((command) => command),
    async end() {
      await Promise.all([trust.end(), intercepted?.end()]);
    },
  };
}

/** Nothing was written. */
const end = async (): Promise<void> => {};

type Environment = Readonly<Record<string, string | undefined>>;

/** The trust of a command in a sandbox's HTTPS certificate, and its cleanup. */
interface Trust {
  /** An undefined one is unset. */
  readonly variables: Environment;
  /** Removes what was written for it. */
  readonly end: () => Promise<void>;
}

/**
 * The variables that name the certificate to trust: one for Node, another for other programs. Certificates that
 * `environment` already trusts stay trusted.
 */
async function trustOf(https: ListeningSandbox["https"], environment: Environment): Promise<Trust> {
  if (https === null || https.certificateFile === null) return { variables: {}, end };
  const { certificate, certificateFile } = https;
  const variables = { LEAD_API_CA_FILE: certificateFile, NODE_EXTRA_CA_CERTS: certificateFile };
  const already = await certificatesIn(environment["NODE_EXTRA_CA_CERTS"]);
  if (already === null) return { variables, end };
  const folder = await mkdtemp(join(tmpdir(), "lead-sandbox-trust-"));
  const file = join(folder, "ca.crt");
  await writeFile(file, `${already.trimEnd()}\n${certificate}`);
  return {
    variables: { ...variables, NODE_EXTRA_CA_CERTS: file },
    end: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Unsets what names certificates. */
async function noTrust(environment: Environment): Promise<Trust> {
  const { withoutTrust } = await import("../../../network/intercept/without-trust.ts");
  return { variables: { ...withoutTrust(environment), LEAD_API_CA_FILE: undefined }, end };
}

/** Null for a missing file: Node only warns of one. */
async function certificatesIn(file: string | undefined): Promise<string | null> {
  if (file === undefined || file === "") return null;
  return readFile(file, "utf8").catch(() => null);
}

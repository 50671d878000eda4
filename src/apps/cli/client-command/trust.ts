import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ListeningSandbox } from "../../../server/sandbox/sandbox.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The trust of a command in a sandbox's HTTPS certificate, and its cleanup. */
export interface Trust {
  readonly variables: Readonly<Record<string, string>>;
  /** Removes what was written for it. */
  readonly end: () => Promise<void>;
}

/**
 * The variables that name the certificate to trust: one for Node, another for other programs. Certificates that
 * `environment` already trusts stay trusted.
 */
export async function trustOf(
  https: ListeningSandbox["https"],
  environment: Environment,
): Promise<Trust> {
  if (https === null) return { variables: {}, end: async () => {} };
  const { certificate, certificateFile } = https;
  const variables = { LEAD_API_CA_FILE: certificateFile, NODE_EXTRA_CA_CERTS: certificateFile };
  const already = await certificatesIn(environment["NODE_EXTRA_CA_CERTS"]);
  if (already === null) return { variables, end: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "lead-sandbox-trust-"));
  const file = join(folder, "ca.crt");
  await writeFile(file, `${already.trimEnd()}\n${certificate}`);
  return {
    variables: { ...variables, NODE_EXTRA_CA_CERTS: file },
    end: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Null for a missing file: Node only warns of one. */
async function certificatesIn(file: string | undefined): Promise<string | null> {
  if (file === undefined || file === "") return null;
  return readFile(file, "utf8").catch(() => null);
}

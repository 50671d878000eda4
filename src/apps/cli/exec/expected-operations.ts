import { defaultPermissions } from "../../../domain/model/api-key.ts";
import type { Sandbox } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";

/** Operations with the statuses of their contract. */
export type Operations = ReturnType<Sandbox["operations"]>;

/** The operations that a key may call by default. Workflows are excluded, because only a fixture can define one. */
export function operationsOf(sandbox: Sandbox): Operations {
  const expected = defaultPermissions.filter((permission) => permission !== "workflows:run");
  const may = new Set<string | null>(expected);
  return sandbox
    .operations()
    .filter(({ permission, isByChoice }) => !isByChoice && may.has(permission));
}

/** The same where no sandbox is open. */
export function expectedOperations(config: Config): Operations {
  const sandbox = openSandbox({ ...config, data: null });
  try {
    return operationsOf(sandbox);
  } finally {
    sandbox.close();
  }
}

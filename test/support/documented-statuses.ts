import { apiOperations } from "../../src/server/api/routes/operations.ts";
import { emulatedDocument } from "../../src/server/openapi/emulated-document.ts";
import type { SandboxOptions, SandboxWatch } from "../../src/server/sandbox/sandbox.ts";
import { currentScope } from "./test-scope.ts";

/**
 * Notes each answer whose status the OpenAPI document lacks, so that its test fails. Testers can plan any answer, which
 * cites rule error.server.
 */
export function watchStatuses({ requireHttps = false }: SandboxOptions): SandboxWatch {
  return {
    onRequest({ operationId, status, rules, path }) {
      if (operationId === null || status === 0 || rules.some(isPlanned)) return;
      const statuses = documentedStatuses(requireHttps).get(operationId);
      if (statuses?.has(String(status)) === true || statuses?.has("default") === true) return;
      currentScope()?.undocumented.push(`${operationId} ${path}: ${status}`);
    },
  };
}

function isPlanned(rule: string): boolean {
  return rule.startsWith("error.server");
}

const known = new Map<boolean, ReadonlyMap<string, ReadonlySet<string>>>();

/** The statuses of each operation, which are the same under all choices. */
function documentedStatuses(requireHttps: boolean): ReadonlyMap<string, ReadonlySet<string>> {
  const statuses = known.get(requireHttps) ?? read(requireHttps);
  known.set(requireHttps, statuses);
  return statuses;
}

function read(requireHttps: boolean): ReadonlyMap<string, ReadonlySet<string>> {
  const options = { version: "0", requireHttps, assumptions: {}, examples: {} };
  const { paths } = emulatedDocument(apiOperations, options);
  const operations = Object.values(Object(paths)).flatMap((item) => Object.values(Object(item)));
  return new Map(
    operations.map((operation) => {
      const { operationId, responses } = Object(operation);
      return [String(operationId), new Set(Object.keys(Object(responses)))];
    }),
  );
}

import { defaultPermissions } from "../../src/domain/model/api-key.ts";
import { ruleIds, ruleOf } from "../../src/domain/rules/catalogue.ts";
import type { Standing } from "../../src/domain/rules/rule.ts";
import type { RuledOperation } from "../../src/network/http/operation.ts";
import { apiOperations } from "../../src/server/api/routes/operations.ts";
import { code, table } from "./pages.ts";

/** `SUPPORT.md`: what is emulated, what of that is assumed, and what is not emulated. */
export function supportPage(): string {
  const published = apiOperations.filter((operation) => operation.standing !== "assumed");
  const assumed = apiOperations.filter((operation) => operation.standing === "assumed");
  return [
    "# Support",
    "",
    "See what the sandbox emulates, which of it is assumed, and what it does not do. This page is generated from the operations",
    "and the rules.",
    "",
    "Ask questions and report errors in the bug tracker that `bugs` in [package.json](package.json) names. Send the version, the request",
    "and its answer with the header `x-sandbox-rules`. Only the latest version is maintained. For a vulnerability, see",
    "[SECURITY.md](SECURITY.md).",
    "",
    "## Emulated",
    "",
    `These ${published.length} operations are public: *documented* in the interface document, or *reference* in the provider's public pages.`,
    "",
    ...table([["operation", "does", "clause", "standing", "key"], ...published.map(operationRow)]),
    "",
    `Their behaviour follows ${ruleIds.length} [rules](docs/rules.md):`,
    "",
    ...table([["rules", "documented", "reference", "assumed"], ...ruleRows()]),
    "",
    "## Assumed",
    "",
    `These ${assumed.length} operations follow the generic pattern or another assumption, because no public page shows them.`,
    "",
    ...table([["operation", "does", "clause", "standing", "key"], ...assumed.map(operationRow)]),
    "",
    `Of the rules, ${countOf("assumed")} are assumed, and ${switchable().length} can be switched.`,
    "",
    "## Not emulated",
    "",
    ...table([["rule", "what it says"], ...absent.map((id) => [code(id), ruleOf(id).statement])]),
    "",
    "The interface shows no webhooks, so there are none: the service's only side effects are [mails](docs/mail.md).",
    "",
    "[Security](docs/server.md#what-it-is-not-for) says what the sandbox is not made for.",
    "",
  ].join("\n");
}

/** The rules of what is missing. */
const absent = ["http.path.unknown", "http.method.unknown", "workflow.unknown"] as const;

function operationRow(operation: RuledOperation): readonly string[] {
  const { method, path, summary, clause, standing } = operation;
  return [code(`${method} ${path}`), summary, clause, standing, keyOf(operation)];
}

/** Which key may call an operation, and the rule under which it may be missing. */
function keyOf({ permission, offeredBy, offeredUnder }: RuledOperation): string {
  const isUsual = defaultPermissions.some((one) => one === permission);
  if (offeredUnder !== undefined) return `none, unless ${code(offeredUnder)} is switched`;
  const key = isUsual ? "any" : `with ${code(permission ?? "")}`;
  return offeredBy === undefined ? key : `${key}; 404 under ${code(offeredBy)}`;
}

/** The rules by the first part of their ids. */
function ruleRows(): readonly (readonly string[])[] {
  const kinds = [...new Set(ruleIds.map(kindOf))];
  return kinds.map((kind) => {
    const ids = ruleIds.filter((id) => kindOf(id) === kind);
    const counts = standings.map((standing) => String(countOf(standing, ids)));
    return [code(`${kind}.*`), ...counts];
  });
}

const standings = ["documented", "reference", "assumed"] as const;

function kindOf(id: string): string {
  return id.split(".")[0] ?? "";
}

function countOf(standing: Standing, ids = ruleIds): number {
  return ids.filter((id) => ruleOf(id).standing === standing).length;
}

function switchable() {
  return ruleIds.filter((id) => ruleOf(id).default !== undefined);
}

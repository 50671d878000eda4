import type { ApiKey } from "../domain/api-key.ts";
import { permissions } from "../domain/api-key.ts";
import type { Db } from "./database.ts";
import { jsonStrings } from "./json-column.ts";
import type { Records } from "./records.ts";
import { records } from "./records.ts";
import { apiKeys } from "./schema.ts";

export type ApiKeyStore = Records<ApiKey>;

/** The API keys of one workspace, revoked ones too. */
export function apiKeyStore(db: Db): ApiKeyStore {
  return records(db, apiKeys, { toRow: rowFromApiKey, fromRow: apiKeyFromRow });
}

function rowFromApiKey(key: ApiKey) {
  const byRule = key.quotaPerHour === "by-rule";
  return {
    ...key,
    quotaPerHour: byRule ? null : key.quotaPerHour,
    quotaByRule: Number(byRule),
    permissions: JSON.stringify(key.permissions),
  };
}

function apiKeyFromRow(row: typeof apiKeys.$inferSelect): ApiKey {
  const { number: _number, quotaByRule, ...key } = row;
  const granted = jsonStrings(row.permissions);
  return {
    ...key,
    quotaPerHour: quotaByRule ? "by-rule" : key.quotaPerHour,
    permissions: permissions.filter((permission) => granted.includes(permission)),
  };
}

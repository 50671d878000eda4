import type { ApiKey } from "../domain/api-key.ts";
import { permissions } from "../domain/api-key.ts";
import { jsonStrings } from "./json-column.ts";
import type { Records } from "./records.ts";
import { records, recordTexts } from "./records.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./statement.ts";

export type ApiKeyStore = Records<ApiKey>;

/** The API keys of one workspace, revoked ones too. */
export function apiKeyStore(db: Db): ApiKeyStore {
  return records(db, texts, { toRow: rowFromApiKey, fromRow: apiKeyFromRow });
}

const texts = recordTexts(apiKeys);

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
    quotaPerHour: quotaByRule === 1 ? "by-rule" : key.quotaPerHour,
    permissions: permissions.filter((permission) => granted.includes(permission)),
  };
}

import type { ApiKey } from "../../domain/model/api-key.ts";
import { permissions } from "../../domain/model/api-key.ts";
import { apiKeyFields } from "../../domain/records/api-key.ts";
import { rowsOf } from "./record-columns.ts";
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

const rows = rowsOf(apiKeyFields);

function rowFromApiKey({ quotaPerHour, ...key }: ApiKey) {
  const byRule = quotaPerHour === "by-rule";
  return {
    ...rows.toRow(key),
    quotaPerHour: byRule ? null : quotaPerHour,
    quotaByRule: Number(byRule),
  };
}

/** Its permissions are in their own order, each once. */
function apiKeyFromRow(row: typeof apiKeys.$inferSelect): ApiKey {
  const key = rows.fromRow(row);
  return {
    ...key,
    quotaPerHour: row.quotaByRule === 1 ? "by-rule" : row.quotaPerHour,
    permissions: permissions.filter((permission) => key.permissions.includes(permission)),
  };
}

import { join } from "node:path";

import Database from "better-sqlite3";

import { monday } from "../../support/world.ts";
import type { Served } from "../../world/workspace/served.ts";
import { dataFolder, newWorkspace, served } from "../../world/workspace/served.ts";

/**
 * A sandbox with the workspace `kept`, whose database rejects every message but no other record.
 */
export async function withoutRoomForMail(): Promise<{
  readonly sandbox: Served;
  readonly key: string;
}> {
  const data = dataFolder();
  const first = served({ data });
  const key = await newWorkspace(first, { id: "kept", now: monday, quotaPerHour: null });
  first.close();
  const database = new Database(join(data, "kept.sqlite"));
  database.exec(
    "create trigger noMail before insert on outbox begin select raise(abort, 'no mail'); end",
  );
  database.close();
  return { sandbox: served({ data }), key };
}

import Database from "better-sqlite3";

interface Damage {
  readonly what: string;
  readonly damage: (image: Buffer) => Buffer;
  readonly reason: RegExp;
}

/** What can be wrong with a snapshot that someone sent. */
export const damages: readonly Damage[] = [
  { what: "nothing", damage: () => Buffer.alloc(0), reason: /not SQLite/ },
  { what: "text", damage: () => Buffer.from('{"leads":[]}'), reason: /not SQLite/ },
  { what: "a header alone", damage: (image) => image.subarray(0, 16), reason: /truncated/ },
  {
    what: "the file of a workspace in use",
    damage: (image) => Buffer.from(image).fill(2, 18, 20),
    reason: /log is missing/,
  },
  { what: "a file cut off", damage: (image) => image.subarray(0, -1_024), reason: /truncated/ },
  { what: "a page cut off", damage: (image) => image.subarray(0, -10), reason: /truncated/ },
  { what: "bytes too many", damage: (image) => Buffer.concat([image, image]), reason: /truncated/ },
  { what: "overwritten pages", damage: overwritten, reason: /check|malformed|workspace/ },
  {
    what: "another database",
    damage: () => database("create table leads (id)"),
    reason: /no workspace/,
  },
  changed("a newer version", "pragma user_version = 99", /version 99/),
  changed("an older version's number", "pragma user_version = 1", /no workspace/),
  changed(
    "a trigger",
    "create trigger t after insert on leads begin delete from firms; end",
    /no workspace/,
  ),
  changed(
    "a view in place of a table",
    "drop table workflows; create view workflows as with recursive n(i) as (select 1 union all select i + 1 from n) select i as id, i as definition from n",
    /no workspace/,
  ),
  changed(
    "settings that are not JSON",
    "update settings set value = '{'",
    /that was sent cannot be opened/,
  ),
  changed("no settings", "delete from settings", /no workspace settings/),
  changed(
    "settings of a newer version",
    "update settings set value = json_set(value, '$.newer', 1) where name = 'workspace'",
    /newer version/,
  ),
  changed(
    "a clock without a date",
    "update settings set value = json_set(value, '$.clock.now', 1e300) where name = 'workspace'",
    /invalid time/,
  ),
  changed(
    "a Lead of an unknown parent",
    "update leads set resourceType = 'Nowhere'",
    /records are invalid/,
  ),
  changed(
    "a Lead's data that is not JSON",
    "update leads set clientData = '{'",
    /cannot be opened/,
  ),
  changed("a mail that is not JSON", "update outbox set content = '{'", /cannot be opened/),
  changed(
    "a moment without a date",
    "update leads set createdAt = 9007199254740000",
    /cannot be opened/,
  ),
  changed(
    "a row number that JavaScript rounds",
    "update leads set number = 9007199254740993 where number = 1",
    /row number/,
  ),
];

function database(sql: string, image?: Buffer): Buffer {
  const sqlite = image === undefined ? new Database(":memory:") : new Database(image);
  sqlite.exec(sql);
  const changedImage = sqlite.serialize();
  sqlite.close();
  return changedImage;
}

function changed(what: string, sql: string, reason: RegExp): Damage {
  return { what, damage: (image) => database(sql, image), reason };
}

function overwritten(image: Buffer): Buffer {
  const copied = Buffer.from(image);
  copied.fill(0xa5, 2_048, Math.floor(image.length / 2));
  return copied;
}

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
  {
    what: "a newer version",
    damage: (image) => changing(image, "pragma user_version = 99"),
    reason: /version 99/,
  },
  {
    what: "an older version's number",
    damage: (image) => changing(image, "pragma user_version = 1"),
    reason: /no workspace/,
  },
  {
    what: "a trigger",
    damage: (image) =>
      changing(image, "create trigger t after insert on leads begin delete from firms; end"),
    reason: /no workspace/,
  },
  {
    what: "a view in place of a table",
    damage: (image) =>
      changing(
        image,
        "drop table workflows; create view workflows as with recursive n(i) as (select 1 union all select i + 1 from n) select i as id, i as definition from n",
      ),
    reason: /no workspace/,
  },
  {
    what: "settings that are not JSON",
    damage: (image) => changing(image, "update settings set value = '{'"),
    reason: /that was sent cannot be opened/,
  },
  {
    what: "no settings",
    damage: (image) => changing(image, "delete from settings"),
    reason: /no workspace settings/,
  },
  {
    what: "settings of a newer version",
    damage: (image) =>
      changing(
        image,
        "update settings set value = json_set(value, '$.newer', 1) where name = 'workspace'",
      ),
    reason: /newer version/,
  },
  {
    what: "a clock without a date",
    damage: (image) =>
      changing(
        image,
        "update settings set value = json_set(value, '$.clock.now', 1e300) where name = 'workspace'",
      ),
    reason: /invalid time/,
  },
  {
    what: "a Lead of an unknown parent",
    damage: (image) => changing(image, "update leads set resourceType = 'Nowhere'"),
    reason: /records are invalid/,
  },
  {
    what: "a Lead's data that is not JSON",
    damage: (image) => changing(image, "update leads set clientData = '{'"),
    reason: /cannot be opened/,
  },
  {
    what: "a mail that is not JSON",
    damage: (image) => changing(image, "update outbox set content = '{'"),
    reason: /cannot be opened/,
  },
  {
    what: "a moment without a date",
    damage: (image) => changing(image, "update leads set createdAt = 9007199254740000"),
    reason: /cannot be opened/,
  },
  {
    what: "a row number that JavaScript rounds",
    damage: (image) =>
      changing(image, "update leads set number = 9007199254740993 where number = 1"),
    reason: /row number/,
  },
];

function database(sql: string, image?: Buffer): Buffer {
  const sqlite = image === undefined ? new Database(":memory:") : new Database(image);
  sqlite.exec(sql);
  const changedImage = sqlite.serialize();
  sqlite.close();
  return changedImage;
}

function changing(image: Buffer, sql: string): Buffer {
  return database(sql, image);
}

function overwritten(image: Buffer): Buffer {
  const copied = Buffer.from(image);
  copied.fill(0xa5, 2_048, Math.floor(image.length / 2));
  return copied;
}

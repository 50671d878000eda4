/** Pollers with one strategy each, and what is wrong with some of them. */
import type { AnsweredLead, Poller, PollerContext, Row } from "./simulated.ts";
import { rowOf } from "./simulated.ts";

type Rows = Record<string, Row>;

const oldestFirst = '[["createdAt","ASC"]]';
const newestFirst = '[["createdAt","DESC"]]';

/** All pages of a list, read until one brings nothing new. */
async function all(
  { list }: PollerContext,
  query: Record<string, string>,
): Promise<readonly AnsweredLead[]> {
  const found = new Map<string, AnsweredLead>();
  for (let offset = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one page or Lead after another
    const page = await list({ order: oldestFirst, limit: 100, ...query, offset });
    const before = found.size;
    for (const lead of page) found.set(lead.id, lead);
    if (page.length < 100 || found.size === before) return [...found.values()];
    offset = found.size;
  }
}

function saveRows(context: PollerContext, rows: Rows): void {
  context.save("ledger.json", Object.values(rows));
}

function loadRows({ load }: PollerContext): Rows {
  const rows = load<readonly Row[]>("ledger.json", []);
  return Object.fromEntries(rows.map((row) => [row.id, row]));
}

function merged(rows: Rows, leads: readonly AnsweredLead[]): Rows {
  return { ...rows, ...Object.fromEntries(leads.map((lead) => [lead.id, rowOf(lead)])) };
}

export const fullScan: Poller = async (context) => {
  const leads = await all(context, { scope: "withDeleted" });
  saveRows(context, merged({}, leads));
};

function since(field: string, operator: string, mark: string): Record<string, string> {
  return { scope: "withDeleted", filter: JSON.stringify({ [field]: { [operator]: mark } }) };
}

function newest(leads: readonly AnsweredLead[], mark: string): string {
  return leads.reduce((max, { updatedAt, deletedAt }) => {
    const latest = deletedAt !== null && deletedAt > updatedAt ? deletedAt : updatedAt;
    return latest > max ? latest : max;
  }, mark);
}

const epoch = "1970-01-01T00:00:00.000Z";

function lookedBack(mark: string): string {
  return mark === epoch ? mark : new Date(Date.parse(mark) - 300_000).toISOString();
}

/** Two filters, since a conversion moves only deletedAt; five minutes of look-back; rows before the mark. */
export const incremental: Poller = async (context) => {
  const mark = context.load("mark.json", epoch);
  const changed = await all(context, since("updatedAt", "$gte", lookedBack(mark)));
  const closed = await all(context, since("deletedAt", "$gte", lookedBack(mark)));
  saveRows(context, merged(loadRows(context), [...changed, ...closed]));
  context.save("mark.json", newest([...changed, ...closed], mark));
};

export const updatedAtOnly: Poller = async (context) => {
  const mark = context.load("mark.json", epoch);
  const changed = await all(context, since("updatedAt", "$gte", lookedBack(mark)));
  saveRows(context, merged(loadRows(context), changed));
  context.save("mark.json", newest(changed, mark));
};

/** Pages of newest Leads that overlap by five, until the end. */
export const overlappingPages: Poller = async (context) => {
  let rows: Rows = {};
  for (let offset = 0; ; offset += 95) {
    // oxlint-disable-next-line no-await-in-loop -- one page or Lead after another
    const page = await context.list({
      scope: "withDeleted",
      order: newestFirst,
      limit: 100,
      offset,
    });
    rows = merged(rows, page);
    if (page.length < 100) break;
  }
  saveRows(context, { ...loadRows(context), ...rows });
};

/** Loads its rows first, and saves the mark of what it read: a slower process overwrites the rows of another. */
export const overlapping: Poller = async (context) => {
  const marks = { changed: epoch, closed: epoch };
  const before = context.load("marks.json", marks);
  const rows = loadRows(context);
  const changed = await all(context, since("updatedAt", "$gte", before.changed));
  const closed = await all(context, since("deletedAt", "$gte", before.closed));
  saveRows(context, merged(rows, [...changed, ...closed]));
  const saved = context.load("marks.json", marks);
  context.save("marks.json", {
    changed: [saved.changed, ...changed.map(({ updatedAt }) => updatedAt)].toSorted().at(-1),
    closed: newest(closed, saved.closed),
  });
};

export const oneCallEach: Poller = async (context) => {
  const leads = await all(context, { scope: "withDeleted" });
  const rows: Row[] = [];
  for (const { id } of leads) {
    // oxlint-disable-next-line no-await-in-loop -- one page or Lead after another
    const lead = await context.one(id);
    if (lead !== null) rows.push(rowOf(lead));
  }
  context.save("ledger.json", rows);
};

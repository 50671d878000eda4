/** The bytes that a database uses: its pages but the free ones, which later writes use first. */
import type { Db } from "./statement.ts";

/** The size of an open database. Within a transaction, it includes what is not committed. */
export function bytesIn({ statements }: Pick<Db, "statements">): number {
  const value = (pragma: string): number => Number(statements.column(`pragma ${pragma}`).get());
  return (value("page_count") - value("freelist_count")) * value("page_size");
}

/** The same for a serialised database; 0 for bytes that are none. */
export function bytesInImage(image: Buffer): number {
  if (image.length < headerBytes) return 0;
  const pageSize = image.readUInt16BE(pageSizeAt);
  const pages = image.readUInt32BE(pageCountAt) - image.readUInt32BE(freePagesAt);
  return pages * (pageSize === 1 ? 65_536 : pageSize);
}

/** Offsets in the header of an SQLite file. */
const headerBytes = 100;
const pageSizeAt = 16;
const pageCountAt = 28;
/** Offset of the count of free pages. */
export const freePagesAt = 36;

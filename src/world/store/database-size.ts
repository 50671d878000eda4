/** The bytes that a database uses: its pages but the free ones, which later writes use first. */
import type { Db } from "./statement.ts";

/** The size of an open database. Within a transaction, it includes what is not committed. */
export function bytesIn({ statements }: Pick<Db, "statements">): number {
  const value = (pragma: string): number => Number(statements.column(`pragma ${pragma}`).get());
  return (value("page_count") - value("freelist_count")) * value("page_size");
}

/** The same for a serialised database; 0 for anything that is not one. */
export function bytesInImage(image: Buffer): number {
  if (image.length < headerBytes) return 0;
  return pagesBytes(image, image.readUInt32BE(pageCountAt) - image.readUInt32BE(freePagesAt));
}

/** The length that a serialised database says it has. */
export function wholeBytes(image: Buffer): number {
  return image.length < headerBytes ? 0 : pagesBytes(image, image.readUInt32BE(pageCountAt));
}

function pagesBytes(image: Buffer, pages: number): number {
  const pageSize = image.readUInt16BE(pageSizeAt);
  return pages * (pageSize === 1 ? 65_536 : pageSize);
}

/** Offsets in the header of an SQLite file, and what the versions are without a log. */
const headerBytes = 100;
const pageSizeAt = 16;
export const writeVersionAt = 18;
export const readVersionAt = 19;
export const rollbackJournal = 1;
const pageCountAt = 28;
/** Offset of the count of free pages. */
export const freePagesAt = 36;

/** The maximum bytes of one body: 64 MiB, or a tenth of the memory that the container allows. */
export function largestBody(memory: number): number {
  return Math.min(
    64 * 1024 * 1024,
    memory > 0 ? Math.floor(memory / 10) : Number.POSITIVE_INFINITY,
  );
}

/**
 * The maximum bytes of all documents in flight: four of the largest ones, or a tenth of the memory that the container
 * allows. Each byte of a document takes about five bytes of memory.
 */
export function documentBytesMax(memory: number): number {
  return Math.min(
    4 * largestBody(0),
    memory > 0 ? Math.floor(memory / 10) : Number.POSITIVE_INFINITY,
  );
}

/** Thrown for a body for which there is no memory, because others are being received. Becomes a 503. */
export class BodiesTooLarge extends Error {
  readonly headers = { "retry-after": "1" };

  constructor(whose: "all" | "own", bytesMax: number) {
    const bytes = bytesMax.toLocaleString("en-US");
    const limit = {
      all: `This body and the others in flight would exceed the ${bytes} bytes that the sandbox takes at a time.`,
      own: `This body and the others of this workspace in flight, or of all requests without one, would exceed the ${bytes} bytes that they may take at a time.`,
    };
    super(`${limit[whose]} Send the request again when the others have ended.`);
  }
}

/** Whose bodies count together: a workspace, or null for all requests without a valid key or workspace. */
export type BodyOwner = object | null;

/** Counts the bytes of all bodies that have arrived and are still in use. */
export interface BodyMemory {
  readonly newBody: (owner: BodyOwner) => CountedBody;
}

export interface CountedBody {
  /** Throws `BodiesTooLarge` if that many more bytes have no room now. */
  readonly check: (bytes: number) => void;
  /** Counts bytes that have arrived. Throws `BodiesTooLarge` at a limit. */
  readonly take: (bytes: number) => void;
  /** Frees what the body took. */
  readonly release: () => void;
}

/**
 * A memory for bodies of at most `bytesMax` bytes together. One owner holds at most a quarter of it, or `largest` bytes
 * where that is more, so that the bodies of one leave room for those of others.
 */
export function newBodyMemory(bytesMax: number, largest = 0): BodyMemory {
  const ownBytesMax = Math.max(Math.floor(bytesMax / 4), largest);
  const takenBy = new Map<BodyOwner, number>();
  let taken = 0;
  const newBody = (owner: BodyOwner): CountedBody => {
    let own = 0;
    const count = (bytes: number): void => {
      taken += bytes;
      own += bytes;
      const left = (takenBy.get(owner) ?? 0) + bytes;
      if (left === 0) takenBy.delete(owner);
      else takenBy.set(owner, left);
    };
    const check = (bytes: number): void => {
      if ((takenBy.get(owner) ?? 0) + bytes > ownBytesMax) {
        throw new BodiesTooLarge("own", ownBytesMax);
      }
      if (taken + bytes > bytesMax) throw new BodiesTooLarge("all", bytesMax);
    };
    return {
      check,
      take(bytes) {
        check(bytes);
        count(bytes);
      },
      release: () => count(-own),
    };
  };
  return { newBody };
}

/** The bodies of this process that are being received: four of the largest. */
export const bodyMemory = newBodyMemory(4 * largestBody(process.constrainedMemory()));

/** The documents of this process: the long bodies of control calls, from their arrival until these are answered. */
export const documentMemory = newBodyMemory(
  documentBytesMax(process.constrainedMemory()),
  largestBody(process.constrainedMemory()),
);

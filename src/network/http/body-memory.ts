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

  constructor(bytesMax: number) {
    super(
      `This body and the others in flight would exceed the ${bytesMax} bytes that the sandbox takes at a time. Send the request again when the others have ended.`,
    );
  }
}

/** Counts the bytes of all bodies that are being received. */
export interface BodyMemory {
  /** Counts one body. */
  readonly newBody: () => CountedBody;
}

export interface CountedBody {
  /** Counts bytes that were received. Throws `BodiesTooLarge` at the limit. */
  readonly take: (bytes: number) => void;
  /** Frees what the body took. */
  readonly release: () => void;
}

/** A memory for bodies of at most `bytesMax` bytes together. */
export function newBodyMemory(bytesMax: number): BodyMemory {
  let taken = 0;
  const newBody = (): CountedBody => {
    let own = 0;
    return {
      take(bytes) {
        if (taken + bytes > bytesMax) throw new BodiesTooLarge(bytesMax);
        taken += bytes;
        own += bytes;
      },
      release() {
        taken -= own;
        own = 0;
      },
    };
  };
  return { newBody };
}

/** The bodies of this process: four of the largest. */
export const bodyMemory = newBodyMemory(4 * largestBody(process.constrainedMemory()));

/** The documents of this process: the long bodies of control calls, until these are answered. */
export const documentMemory = newBodyMemory(documentBytesMax(process.constrainedMemory()));

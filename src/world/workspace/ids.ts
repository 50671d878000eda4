/**
 * Ids are a function of the workspace's seed and the record's number. So the same requests give the same ids in two
 * runs, and a refused request uses none. Over all numbers of one kind, `a * number + b` modulo 62^8 repeats no id,
 * because `a` and 62 are coprime.
 */
import { sha256 } from "./sha256.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idCount = 62n ** 8n;
const idNumbers = Number(idCount);

export type IdKind =
  | "lead"
  | "plan"
  | "clientProfile"
  | "firm"
  | "firmMember"
  | "referralCode"
  | "apiKey"
  | "email"
  | "fault"
  | "request";

export interface Ids {
  /** The id of a record by its kind and number: 8 letters and digits (rule lead.id.shape). */
  readonly of: (kind: IdKind, number: number) => string;
  /**
   * The API key of that number: a UUID version 4 that differs between workspaces with different ids (interface 5.2). It
   * begins with the shard, if there is one.
   */
  readonly key: (number: number) => string;
}

interface IdParts {
  readonly shard?: string | undefined;
  readonly idTail?: string | undefined;
}

/** The kinds whose ids the service assigns at run time. */
const assignedKinds: ReadonlySet<IdKind> = new Set(["lead", "plan", "clientProfile"]);

/** The ids of one workspace. Keys begin with `shard`; ids of Leads, Plans and ClientProfiles end with `idTail`. */
export function newIds(
  seed: number,
  workspaceId: string,
  { shard = "", idTail = "" }: IdParts = {},
): Ids {
  const lines = new Map<IdKind, Line>();
  const lineOf = (kind: IdKind): Line => {
    const known = lines.get(kind);
    if (known !== undefined) return known;
    const line = newLine(sha256(`${seed}/${kind}`));
    lines.set(kind, line);
    return line;
  };
  return {
    of(kind, number) {
      const id = base62(lineOf(kind)(number));
      return assignedKinds.has(kind) ? id + idTail : id;
    },
    key: (number) => shard + uuidV4(sha256(`${seed}/${workspaceId}/${number}`)).slice(shard.length),
  };
}

/** Computes `a * number + b` modulo 62^8. */
type Line = (number: number) => number;

/** The linear function that a hash selects. Numbers mostly follow each other, which needs no multiplication. */
function newLine(hash: Buffer): Line {
  const factor = coprime(hash.readBigUInt64BE(0));
  const offset = hash.readBigUInt64BE(8);
  const step = Number(factor % idCount);
  let last = { number: Number.NaN, value: 0 };
  return (number) => {
    const value =
      number === last.number + 1
        ? (last.value + step) % idNumbers
        : Number((factor * BigInt(number) + offset) % idCount);
    last = { number, value };
    return value;
  };
}

function coprime(value: bigint): bigint {
  const odd = value | 1n;
  return odd % 31n === 0n ? odd + 2n : odd;
}

/** Two halves, so that both stay small integers in V8. */
function base62(value: number): string {
  const high = Math.trunc(value / halfCount);
  return fourLetters(high) + fourLetters(value - high * halfCount);
}

const halfCount = 62 ** 4;

function fourLetters(value: number): string {
  const letter = (unit: number): number => alphabet.charCodeAt(Math.trunc(value / unit) % 62);
  return String.fromCharCode(letter(62 ** 3), letter(62 ** 2), letter(62), letter(1));
}

function uuidV4(bytes: Buffer): string {
  const marked = Buffer.from(bytes.subarray(0, 16));
  marked.writeUInt8((marked.readUInt8(6) & 0x0f) | 0x40, 6);
  marked.writeUInt8((marked.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = marked.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

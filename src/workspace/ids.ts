/**
 * Ids are a function of the workspace's seed and of the number of the record, so that the same requests
 * give the same ids in two runs and a refused request uses none up. Over all numbers of one kind, the function
 * `a * number + b` modulo 62^8 meets no id twice, because `a` shares no factor with 62.
 */
import { sha256 } from "./sha256.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 8;
const idCount = 62n ** 8n;

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
  /** The id of the record of that kind and number: 8 letters and digits (rule lead.id.shape). */
  readonly of: (kind: IdKind, number: number) => string;
  /** The API key of that number, a UUID version 4 that no other workspace of another id has (interface 5.2). */
  readonly key: (number: number) => string;
}

/** The ids of one workspace. */
export function newIds(seed: number, workspaceId: string): Ids {
  const lines = new Map<IdKind, { readonly factor: bigint; readonly offset: bigint }>();
  const lineOf = (kind: IdKind) => {
    const known = lines.get(kind);
    if (known !== undefined) return known;
    const hash = sha256(`${seed}/${kind}`);
    const line = { factor: coprime(hash.readBigUInt64BE(0)), offset: hash.readBigUInt64BE(8) };
    lines.set(kind, line);
    return line;
  };
  return {
    of(kind, number) {
      const { factor, offset } = lineOf(kind);
      return base62((factor * BigInt(number) + offset) % idCount);
    },
    key: (number) => uuidV4(sha256(`${seed}/${workspaceId}/${number}`)),
  };
}

function coprime(value: bigint): bigint {
  const odd = value | 1n;
  return odd % 31n === 0n ? odd + 2n : odd;
}

function base62(value: bigint): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < idLength; index += 1) {
    text = (alphabet[Number(rest % 62n)] ?? "") + text;
    rest /= 62n;
  }
  return text;
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

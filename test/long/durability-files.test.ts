/** Damaged workspace files, and data folders that cannot be opened. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { chanceOf, seed } from "./durability-chance.ts";
import { keptFolder, killedFolder, startIn } from "./durability-kept.ts";
import type { Kept, Shown } from "./durability-kept.ts";
import { sized } from "./size.ts";

/** The result of a start with these bytes in place of the file. */
async function outcomeOf({ folder, file }: Kept, bytes: Buffer, before: Shown) {
  writeFileSync(file, bytes);
  const { refused, shown } = await startIn(folder);
  if (shown === null) {
    const named = refused?.startsWith(`Error: The workspace file ${file} cannot be `) ?? false;
    const left = readFileSync(file).equals(bytes);
    return named && left ? "refused by name, left alone" : `${refused}, left alone: ${left}`;
  }
  if (shown.join() === before?.join()) return "as it was";
  if (shown.some((one) => one.startsWith("500 "))) return "a call fails";
  const lost = Math.abs(recordsIn(shown) - recordsIn(before ?? []));
  return lost <= 1 ? "another value" : `${lost} records lost`;
}

function recordsIn(shown: readonly string[]): number {
  return shown.join().match(/"id":/g)?.length ?? 0;
}

/** The results of all starts, with their counts. */
async function outcomes(home: Kept, all: Iterable<Buffer>): Promise<Record<string, number>> {
  const { shown } = await startIn(home.folder);
  const tally: Record<string, number> = {};
  for (const bytes of all) {
    // oxlint-disable-next-line no-await-in-loop -- one start after the other
    const outcome = await outcomeOf(home, bytes, shown);
    tally[outcome] = (tally[outcome] ?? 0) + 1;
  }
  return tally;
}

function withBit(bytes: Buffer, bit: number): Buffer {
  const turned = Buffer.from(bytes);
  turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return turned;
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe("a damaged workspace file", () => {
  const cuts = sized(60, 2_000);
  it(`is rejected by name and left unchanged, at any length (${cuts} lengths)`, async () => {
    const folder = await keptFolder();
    const whole = readFileSync(folder.file);
    const lengths = range(cuts).map((cut) => Math.floor((whole.length * cut) / cuts));
    const tally = await outcomes(
      folder,
      lengths.map((length) => whole.subarray(0, length)),
    );
    expect(tally).toEqual({ "refused by name, left alone": cuts });
  }, 300_000);

  // Always includes the bits of the bytes for the file's write version.
  const headerBits = range(800).filter((bit) => bit % sized(11, 1) === 0 || bit >> 3 === 18);
  it(`is rejected by name and left unchanged, or opens completely, with a flipped header bit (${headerBits.length} bits)`, async () => {
    const folder = await keptFolder(5);
    const whole = readFileSync(folder.file);
    const tally = await outcomes(
      folder,
      headerBits.map((bit) => withBit(whole, bit)),
    );
    const { "refused by name, left alone": refused = 0, "as it was": same = 0, ...others } = tally;
    expect(others).toEqual({});
    expect(refused).toBeGreaterThan(0);
    expect(refused + same).toBe(headerBits.length);
  }, 300_000);

  const flips = sized(60, 3_000);
  it(`never opens as empty with a flipped page bit (${flips} bits, seed ${seed})`, async () => {
    const folder = await keptFolder(20);
    const whole = readFileSync(folder.file);
    const chance = chanceOf(seed);
    const bits = range(flips).map(() => 800 + chance(whole.length * 8 - 800));
    const tally = await outcomes(
      folder,
      bits.map((bit) => withBit(whole, bit)),
    );
    process.stdout.write(`bits turned in pages: ${JSON.stringify(tally)}\n`);
    const known = ["refused by name, left alone", "as it was", "another value", "a call fails"];
    expect(Object.keys(tally).filter((outcome) => !known.includes(outcome))).toEqual([]);
  }, 300_000);
});

describe("the log of a workspace file whose process was killed", () => {
  it("contains the latest writes", async () => {
    const { folder } = await killedFolder();
    expect((await startIn(folder)).shown?.[0]).toContain("last@example.com");
  });

  it("is required: without it the start fails and names the remedy, which then works", async () => {
    const { folder, file } = await killedFolder();
    rmSync(`${file}-wal`);
    const before = readFileSync(file);
    const advice = `its log ${file}-wal is missing, which holds the latest writes. Put it back, or remove ${file}-open to go on without it.`;
    expect((await startIn(folder)).refused).toContain(
      `The workspace file ${file} cannot be opened: ${advice}`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(`${file}-open`);
    expect((await startIn(folder)).shown?.[0]).toContain("200 ");
  });

  it("is used up to the point where it was cut off", async () => {
    const { folder, file } = await killedFolder();
    const log = readFileSync(`${file}-wal`);
    const whole = readFileSync(file);
    for (let length = log.length; length >= 0; length -= sized(4_000, 500)) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      writeFileSync(file, whole);
      writeFileSync(`${file}-wal`, log.subarray(0, length));
      writeFileSync(`${file}-open`, "");
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      const { refused, shown } = await startIn(folder);
      expect({ length, refused }).toEqual({ length, refused: null });
      expect(shown?.[0]).toContain('"Harb0rPt"');
    }
  });
});

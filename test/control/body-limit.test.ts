import { describe, expect, it } from "vitest";

import { controlBodyBytesMax } from "../../src/control/mount.ts";

const mebibyte = 1024 * 1024;

describe("controlBodyBytesMax", () => {
  it.each([
    { memory: 0, says: "an unknown limit of memory", most: 64 },
    { memory: Number(2n ** 64n - 1n), says: "no limit of memory", most: 64 },
    { memory: 4096 * mebibyte, says: "a container of 4 GiB", most: 64 },
    { memory: 250 * mebibyte, says: "a container of 250 MiB", most: 25 },
  ])("is $most MiB with $says", ({ memory, most }) => {
    expect(controlBodyBytesMax(memory)).toBe(most * mebibyte);
  });
});

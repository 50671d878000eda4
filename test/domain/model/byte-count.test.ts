import { describe, expect, it } from "vitest";

import { readSize } from "../../../src/base/values/byte-count.ts";

describe("a size", () => {
  it.each([
    ["1024", 1_024],
    ["50MB", 50_000_000],
    ["50 mb", 50_000_000],
    ["1.1MB", 1_100_000],
    ["64MiB", 67_108_864],
    ["512Mi", 536_870_912],
    ["2G", 2_000_000_000],
    ["1kB", 1_000],
    ["7B", 7],
  ])("%s has %d bytes", (text, bytes) => {
    expect(readSize(text)).toBe(bytes);
  });

  it.each(["", " 1", "MB", "-1MB", "1e3", "1,5MB", "5iB", "5TB", "1MBB", "9999999999GB", "0x10"])(
    "is not %j",
    (text) => {
      expect(readSize(text)).toBeNull();
    },
  );
});

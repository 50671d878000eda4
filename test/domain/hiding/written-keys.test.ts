import { describe, expect, it } from "vitest";

import { replaceKeys } from "../../../src/domain/hiding/written-keys.ts";

const key = "1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d";
const shown = (text: string): string =>
  replaceKeys(text, (found) => (found === key ? "HIDDEN" : null));

function references(form: (code: number) => string): string {
  return Array.from(key.toUpperCase(), (one) => form(one.codePointAt(0) ?? 0)).join("");
}

describe("replaceKeys", () => {
  it.each([
    { how: "decimal references of HTML", text: references((code) => `&#${code};`) },
    { how: "hexadecimal references", text: references((code) => `&#x${code.toString(16)};`) },
    { how: "padded references", text: references((code) => `&#00${code};`) },
    { how: "references that are escaped again", text: references((code) => `&amp;#${code};`) },
    { how: "one reference", text: key.replace("-", "&#45;") },
    { how: "Base64", text: base64(key) },
    { how: "Base64 of a user name without a password", text: base64(`${key}:`) },
    { how: "Base64 of a password", text: base64(`user:${key}`) },
    { how: "Base64 of two bytes and a key", text: base64(`ab${key}`) },
    { how: "Base64 of a key in capitals", text: base64(key.toUpperCase()) },
    { how: "Base64 of a percent-encoded key", text: base64(key.replaceAll("-", "%2d")) },
    { how: "Base64 for URLs", text: Buffer.from(`\u00ff\u00fe>?${key}`).toString("base64url") },
  ])("replaces a key in $how", ({ text }) => {
    expect(shown(`a ${text} b`)).toMatch(/^a HIDDEN[=;]* b$/);
  });

  it.each(["", "x", "xy", "xyz", "/", "/v1/", "a/bc"])(
    "replaces Base64 behind %j, which the alphabet has, too",
    (before) => {
      expect(shown(`"${before}${base64(key)}"`)).not.toContain(base64(key).slice(8, 40));
    },
  );

  it("leaves other keys and other Base64 as they are", () => {
    const other = key.replace("1a", "2a");
    const text = `${other} ${base64(other)} ${base64("x".repeat(200))} ${"a".repeat(500)}`;
    expect(shown(text)).toBe(text);
  });

  it("takes time in proportion to the text", () => {
    const text = "a1-".repeat(100_000);
    const started = process.cpuUsage();
    expect(shown(text)).toBe(text);
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

import { X509Certificate } from "node:crypto";

import { describe, expect, it } from "vitest";

import { openAuthority } from "../../../src/network/https/authority.ts";
import { hostContexts } from "../../../src/network/https/host-contexts.ts";
import { temporaryTlsFolder } from "./secure.ts";

const dayMs = 86_400_000;

function newContexts(now: () => number = Date.now) {
  // As after a renewal, since its certificates last for a year.
  const authority = { ...openAuthority(temporaryTlsFolder()), to: Number.POSITIVE_INFINITY };
  return hostContexts(authority, ["localhost", "127.0.0.1"], now);
}

describe("hostContexts", () => {
  it("has a default certificate for its initial hosts", () => {
    const { certificate } = newContexts().usual;
    expect(new X509Certificate(certificate).subjectAltName).toBe(
      "DNS:localhost, IP Address:127.0.0.1",
    );
  });

  it("omits names that no certificate can contain from the default certificate", () => {
    const authority = openAuthority(temporaryTlsFolder());
    const { usual } = hostContexts(authority, ["Rechner-Büro", "a b", "MY_HOST.local", "::1"]);
    expect(new X509Certificate(usual.certificate).subjectAltName).toBe(
      "DNS:MY_HOST.local, IP Address:0:0:0:0:0:0:0:1",
    );
  });

  it("creates one certificate per host, in any case, and another one for the name with a trailing dot", () => {
    const { of } = newContexts();
    const made = of("api.example.com");
    expect(made).not.toBeNull();
    expect(of("API.Example.COM")).toBe(made);
    expect(of("api.example.com.")).not.toBe(made);
    expect(of("API.example.com.")).toBe(of("api.example.com."));
    expect(of("other.example.com")).not.toBe(made);
  });

  it.each(["", ".", "a..b", "*.example.com", "a b", "a/b", "ä.example", `${"a".repeat(64)}.b`])(
    "creates none for %j, which is not a host name",
    (host) => {
      expect(newContexts().of(host)).toBeNull();
    },
  );

  it("creates a certificate for a name of 253 characters, but not for a longer one", () => {
    const name = `${"abcdefghi.".repeat(25)}abc`;
    expect(newContexts().of(name)).not.toBeNull();
    expect(newContexts().of(`${name}d`)).toBeNull();
  });

  it("renews a certificate on its last day", () => {
    let now = Date.now();
    const { of } = newContexts(() => now);
    const made = of("a.test");
    now += 363 * dayMs;
    expect(of("a.test")).toBe(made);
    now += 1.5 * dayMs;
    const next = of("a.test");
    expect(next).not.toBe(made);
    expect(of("a.test")).toBe(next);
  });

  it("caches 200 hosts, and evicts the least recently used one", () => {
    const { of } = newContexts();
    const [kept, lost] = [of("kept.test"), of("lost.test")];
    for (let index = 0; index < 198; index += 1) of(`h${index}.test`);
    expect(of("kept.test")).toBe(kept);
    of("one-more.test");
    expect(of("kept.test")).toBe(kept);
    expect(of("lost.test")).not.toBe(lost);
  });
});

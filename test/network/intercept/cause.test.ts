import { describe, expect, it } from "vitest";

import { causeOf } from "../../../src/network/intercept/cause.ts";
import { newSeenLog, sumOfSeen } from "../../../src/network/intercept/seen.ts";

function evidence(change: (log: ReturnType<typeof newSeenLog>) => void = () => {}) {
  const log = newSeenLog();
  change(log);
  return { seen: log.seen(), withoutVariables: [], by: "proxy", replaced: [] } as const;
}

describe("the cause when no call came through", () => {
  it.each([
    ["no connection at all", evidence(), /saw no connection.*--intercept-by namespace/],
    [
      "a rejected certificate",
      evidence((log) => log.handshakes.failed("ERR_SSL_TLSV1_ALERT_UNKNOWN_CA")),
      /1 connection and rejected the certificate \(ERR_SSL_TLSV1_ALERT_UNKNOWN_CA\)/,
    ],
    [
      "only HTTP/2",
      evidence((log) => log.handshakes.failed("ERR_SSL_NO_APPLICATION_PROTOCOL")),
      /only HTTP\/2/,
    ],
    [
      "a tunnel without a request",
      evidence((log) => log.tunnel()),
      /1 connection and closed every one without a request/,
    ],
    [
      "dropped variables",
      { ...evidence(), withoutVariables: ["python3 (process 7)"] },
      /did not reach python3 \(process 7\)\. Programs such as tox, sudo/,
    ],
    [
      "another host",
      evidence((log) => log.other("leads.other.example:443")),
      /no intercepted host, but leads\.other\.example.*--intercept leads\.other\.example\./,
    ],
    ["a namespace", { ...evidence(), by: "namespace" as const }, /Neither the proxy nor/],
    [
      "a rejected certificate in a namespace, with what was tried",
      {
        ...evidence((log) => log.tunnel()),
        by: "namespace" as const,
        replaced: ["/a/ca.crt", "/b/certifi/cacert.pem"],
      },
      /the preload of its language, and these files, which were replaced: \/a\/ca\.crt, \/b\/certifi\/cacert\.pem\. If it reads another file, have it read the one in SSL_CERT_FILE/,
    ],
    [
      "a rejected certificate where many files were replaced",
      {
        ...evidence((log) => log.tunnel()),
        by: "namespace" as const,
        replaced: "abcdefg".split(""),
      },
      /replaced: a, b, c, d, e and 2 further files\./,
    ],
    [
      "a rejected certificate without a namespace, with what was tried",
      evidence((log) => log.tunnel()),
      /tried: SSL_CERT_FILE and the other variables, and the preload of its language\. --intercept-by namespace/,
    ],
  ])("is told for %s", (_, given, expected) => {
    expect(causeOf(given)).toMatch(expected);
  });
});

describe("what a proxy saw", () => {
  it("lists at most 200 other hosts and counts the rest", () => {
    const log = newSeenLog();
    for (let at = 0; at < 250; at += 1) log.other(`h${at}.example:443`);
    log.other("h0.example:443");
    expect(log.seen().otherHosts).toHaveLength(200);
    expect(log.seen().unlisted).toBe(50);
    expect(log.seen().otherHosts[0]).toEqual({ target: "h0.example:443", calls: 2, problem: null });
  });

  it("adds up over several proxies", () => {
    const [one, other] = [newSeenLog(), newSeenLog()];
    one.tunnel();
    one.other("a.example:1");
    one.handshakes.failed("X");
    other.other("a.example:1");
    other.other("a.example:1", "ECONNREFUSED");
    other.handshakes.failed("X");
    other.plainRequest();
    other.handshakes.began();
    expect(sumOfSeen([one.seen(), other.seen()])).toEqual({
      tunnels: 1,
      plainRequests: 1,
      handshakes: 1,
      failedHandshakes: { X: 2 },
      otherHosts: [{ target: "a.example:1", calls: 2, problem: "ECONNREFUSED" }],
      unlisted: 0,
    });
  });
});

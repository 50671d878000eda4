/** What a proxy saw: the evidence for the report of a run. */

/** The calls of one host that is not the provider's. */
export interface OtherHost {
  /** Host and port. */
  readonly target: string;
  readonly calls: number;
  /** Why the last call did not reach the host, such as `ECONNREFUSED`; null if it did. */
  readonly problem: string | null;
}

export interface Seen {
  readonly tunnels: number;
  /** Requests for `http:` addresses of the provider, which need no tunnel. */
  readonly plainRequests: number;
  /** TLS handshakes with the sandbox that began, successful and failed ones. */
  readonly handshakes: number;
  /** TLS handshakes with the sandbox that failed, by the code of their error. */
  readonly failedHandshakes: Readonly<Record<string, number>>;
  readonly otherHosts: readonly OtherHost[];
  /** Calls of further hosts, which are not listed. */
  readonly unlisted: number;
}

/** The hosts that are listed; a client that scans a network must not fill the memory. */
const hostsMax = 200;

/** Records what passes. */
export interface SeenLog {
  readonly tunnel: () => void;
  readonly plainRequest: () => void;
  readonly handshakes: {
    readonly began: () => void;
    readonly failed: (code: string) => void;
  };
  readonly other: (target: string, problem?: string) => void;
  readonly seen: () => Seen;
}

export function newSeenLog(): SeenLog {
  let tunnels = 0;
  let plainRequests = 0;
  let handshakes = 0;
  let unlisted = 0;
  const failed = new Map<string, number>();
  const others = new Map<string, OtherHost>();
  return {
    tunnel: () => void (tunnels += 1),
    plainRequest: () => void (plainRequests += 1),
    handshakes: {
      began: () => void (handshakes += 1),
      failed: (code) => void failed.set(code, (failed.get(code) ?? 0) + 1),
    },
    other(target, problem) {
      const known = others.get(target);
      if (known === undefined && others.size >= hostsMax) {
        if (problem === undefined) unlisted += 1;
        return;
      }
      const { calls = 0 } = known ?? {};
      others.set(target, {
        target,
        // A problem belongs to a call that was counted when it began.
        calls: problem === undefined ? calls + 1 : Math.max(calls, 1),
        problem: problem ?? null,
      });
    },
    seen: () => ({
      tunnels,
      plainRequests,
      handshakes,
      failedHandshakes: Object.fromEntries(failed),
      otherHosts: [...others.values()],
      unlisted,
    }),
  };
}

/** The sum of what several proxies saw. */
export function sumOfSeen(all: readonly Seen[]): Seen {
  const log = new Map<string, OtherHost>();
  const failed: Record<string, number> = {};
  for (const { otherHosts, failedHandshakes } of all) {
    for (const one of otherHosts) {
      const calls = (log.get(one.target)?.calls ?? 0) + one.calls;
      log.set(one.target, { ...one, calls });
    }
    for (const [code, count] of Object.entries(failedHandshakes)) {
      failed[code] = (failed[code] ?? 0) + count;
    }
  }
  const sum = (count: (seen: Seen) => number): number =>
    all.reduce((total, seen) => total + count(seen), 0);
  return {
    tunnels: sum((seen) => seen.tunnels),
    plainRequests: sum((seen) => seen.plainRequests),
    handshakes: sum((seen) => seen.handshakes),
    failedHandshakes: failed,
    otherHosts: [...log.values()],
    unlisted: sum((seen) => seen.unlisted),
  };
}

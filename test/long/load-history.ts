/**
 * The possible states of one Lead. Its client and the controller of its workspace each send one request at a time.
 * A request of the one and a concurrent call of the other may have happened in either order.
 */
import type { LeadState } from "../../src/domain/model/lead.ts";

/** The time from sending a request to its response, in milliseconds of the test. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The visible fields of a Lead; null when it does not exist. */
export type Standing = { readonly lastName: string; readonly state: LeadState } | null;

/** What a client observed of its Lead, according to the responses. */
export type Deed =
  | { readonly kind: "created" | "renamed"; readonly lastName: string }
  | { readonly kind: "archived" | "converted" | "was not Active" }
  | { readonly kind: "read"; readonly standing: Standing };

/** An operation on the whole workspace. */
export type WorldDeed =
  | { readonly kind: "reset" }
  | { readonly kind: "snapshot" | "restore"; readonly name: string };

export type Past<What> = readonly (What & Span)[];

/** A Lead at one point of a possible order of events, with its versions in snapshots. */
interface Scene {
  readonly standing: Standing;
  readonly kept: Readonly<Record<string, Standing>>;
}

/**
 * Every final state that some order of the events explains. Empty when no order explains the
 * responses.
 */
export function outcomes(own: Past<Deed>, world: Past<WorldDeed>): readonly Standing[] {
  const began = own[0]?.from ?? 0;
  const first = world.findIndex(({ to }) => to >= began);
  const since = first < 0 ? [] : world.slice(first);
  const ends: Standing[] = [];
  const seen = new Set<string>();
  const open: (readonly [done: number, passed: number, scene: Scene])[] = [
    [0, 0, { standing: null, kept: {} }],
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [done, passed, scene] = next;
    const mark = `${done} ${passed} ${JSON.stringify(scene)}`;
    if (seen.has(mark)) continue;
    seen.add(mark);
    const [deed, event] = [own[done], since[passed]];
    if (deed === undefined && (event === undefined || isGone(scene))) ends.push(scene.standing);
    if (deed !== undefined && !(event !== undefined && event.to < deed.from)) {
      const after = afterDeed(scene.standing, deed);
      if (after !== "impossible") open.push([done + 1, passed, { ...scene, standing: after }]);
    }
    const isDue = event !== undefined && !(deed !== undefined && deed.to < event.from);
    if (isDue && !(deed === undefined && isGone(scene))) {
      open.push([done, passed + 1, afterEvent(scene, event)]);
    }
  }
  return ends;
}

/** Whether no later event can bring the Lead back. */
function isGone({ standing, kept }: Scene): boolean {
  return standing === null && Object.values(kept).every((one) => one === null);
}

function afterDeed(standing: Standing, deed: Deed): Standing | "impossible" {
  const isActive = standing?.state === "Active";
  switch (deed.kind) {
    case "created":
      return standing === null ? { lastName: deed.lastName, state: "Active" } : "impossible";
    case "renamed":
      return isActive ? { lastName: deed.lastName, state: "Active" } : "impossible";
    case "archived":
      return isActive ? { lastName: standing.lastName, state: "Archived" } : "impossible";
    case "converted":
      return isActive ? { lastName: standing.lastName, state: "Converted" } : "impossible";
    case "was not Active":
      return isActive ? "impossible" : standing;
    case "read":
      return isSame(standing, deed.standing) ? standing : "impossible";
  }
}

function afterEvent({ standing, kept }: Scene, event: WorldDeed): Scene {
  switch (event.kind) {
    case "reset":
      return { standing: null, kept };
    case "snapshot":
      return { standing, kept: { ...kept, [event.name]: standing } };
    case "restore":
      return { standing: kept[event.name] ?? null, kept };
  }
}

/** Whether two states look the same. */
export function isSame(one: Standing, other: Standing): boolean {
  return one?.lastName === other?.lastName && one?.state === other?.state;
}

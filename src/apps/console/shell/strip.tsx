import { useChoices } from "../activity/why.tsx";
import { carryOut, useFaults } from "../faults/faults.tsx";
import type { Quota } from "../limits/limits.tsx";
import { Button } from "../parts/controls.tsx";
import { dueInMs, quotaDueInMs } from "../parts/due.ts";
import { useClocked, useResource } from "../parts/resource.tsx";
import { clockText, counted, momentOf } from "../parts/times.ts";
import { sandbox, workspace } from "./connection.ts";
import type { Place, ViewId } from "./route.ts";
import { linkTo } from "./route.ts";

/** A key is nearly used up from this share of a limit on. */
const nearly = 0.9;

/** What changes the answers of the sandbox now, and is easily forgotten: one line in every view, if there is any. */
export function StateStrip() {
  const [planned, clock] = useFaults().value ?? [];
  const [quotas] =
    useClocked(
      () => workspace().quotas.list(),
      /^(?:clock|quota|key|request)/,
      (now, { data }) => quotaDueInMs(now, data.filter(isUsed)),
    ).value ?? [];
  const [next] =
    useClocked(
      () => workspace().next(),
      /^clock/,
      (now, shown) => dueInMs(now, [shown?.from]),
    ).value ?? [];
  const rules = useResource(() => sandbox().rules()).value?.data ?? [];
  const choices = useChoices().value ?? {};
  const moved = clock === undefined ? "" : clockText(clock);
  const active = (planned?.data ?? []).filter(({ state }) => state === "active");
  const held = (planned?.data ?? []).flatMap(({ id, held: requests = [] }) =>
    requests.map(({ requestId, method, path }) => ({ faultId: id, requestId, method, path })),
  );
  const switched = rules.filter((rule) => (choices[rule.id] ?? rule.default) !== rule.default);
  const used = (quotas?.data ?? []).filter(isUsed);
  const items = [
    moved !== "" && item(`Clock ${moved}`, "limits"),
    next && item(nextText(next.from, next.inForce), "limits"),
    active.length > 0 && item(counted(active.length, "fault"), "faults"),
    ...used.map((quota) =>
      item(`${quota.keyId} ${shareOf(quota) < 1 ? "nearly used up" : "used up"}`, "limits"),
    ),
    switched.length > 0 &&
      item(`${counted(switched.length, "assumption")} switched`, "rules", { switched: "yes" }),
    ...held.map((one) => <Held key={one.requestId} {...one} />),
  ];
  if (!items.some(Boolean)) return null;
  return (
    <section class="row strip" aria-label="State of the workspace">
      {items}
    </section>
  );
}

function nextText(from: string | null, inForce: boolean): string {
  const moment = from === null ? "" : ` from ${momentOf(from)}`;
  return `Next interface ${inForce ? "in force" : "announced"}${moment}`;
}

type HeldProps = Readonly<Record<"faultId" | "requestId" | "method" | "path", string>>;

function Held({ faultId, requestId, method, path }: HeldProps) {
  return (
    <span class="row">
      <a class="clip" href={linkTo("faults")} title={path}>
        Held: {method} {path}
      </a>
      <Button class="copy" run={() => carryOut(faultId, requestId)}>
        Carry it out
      </Button>
      <a class="button copy" href={linkTo("faults", null, { answer: requestId })}>
        Answer
      </a>
    </span>
  );
}

function item(name: string, view: ViewId, query: Place["query"] = {}) {
  return (
    <a key={name} class="clip" href={linkTo(view, null, query)}>
      {name}
    </a>
  );
}

function isUsed(quota: Quota): boolean {
  return shareOf(quota) >= nearly;
}

/** The share of its limits that a key has used; 1 when its next request is refused. */
function shareOf(quota: Quota): number {
  const { quotaPerHour, burstPerMinute, usedLastHour, usedLastMinute } = quota;
  const limits = [[usedLastHour, quotaPerHour] as const, [usedLastMinute, burstPerMinute] as const];
  return Math.max(...limits.map(([used, of]) => (of === null ? 0 : used / of)));
}

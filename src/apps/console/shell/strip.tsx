import { useChoices } from "../activity/why.tsx";
import { loadFaults } from "../faults/faults.tsx";
import type { Quota } from "../limits/key.tsx";
import { act } from "../parts/actions.ts";
import { Button } from "../parts/controls.tsx";
import { dueInMs, quotaDueInMs } from "../parts/due.ts";
import { useResource } from "../parts/resource.tsx";
import { clockText, counted, momentOf } from "../parts/times.ts";
import { sandbox, workspace } from "./connection.ts";
import type { Place, ViewId } from "./route.ts";
import { linkTo } from "./route.ts";

/** A key is nearly used up from this share of a limit on. */
const nearly = 0.9;

/** What changes the answers of the sandbox now, and is easily forgotten: one line in every view, if there is any. */
export function StateStrip() {
  const faults = useResource(loadFaults, /^(?:fault|clock)/, [], ([{ data }, clock]) =>
    dueInMs(
      clock,
      data.flatMap(({ startsAt, expiresAt }) => [startsAt, expiresAt]),
    ),
  ).value;
  const quotas = useResource(loadQuotas, /^(?:clock|quota|key|request)/, [], ([{ data }, clock]) =>
    quotaDueInMs(clock, data.filter(isUsed)),
  ).value;
  const [next] =
    useResource(loadNext, /^clock/, [], ([shown, clock]) => dueInMs(clock, [shown?.from])).value ??
    [];
  const rules = useResource(() => sandbox().rules()).value?.data ?? [];
  const choices = useChoices().value ?? {};
  const [planned, clock] = faults ?? [];
  const moved = clock === undefined ? "" : clockText(clock);
  const active = (planned?.data ?? []).filter(({ state }) => state === "active");
  const held = (planned?.data ?? []).flatMap(({ id, held: requests = [] }) =>
    requests.map(({ requestId, method, path }) => ({ faultId: id, requestId, method, path })),
  );
  const switched = rules.filter((rule) => (choices[rule.id] ?? rule.default) !== rule.default);
  const used = (quotas?.[0].data ?? []).filter(isUsed);
  const items = [
    ...(moved === "" ? [] : [item(`Clock ${moved}`, "limits")]),
    ...(next ? [item(nextText(next.from, next.inForce), "limits")] : []),
    ...(active.length === 0 ? [] : [item(counted(active.length, "fault"), "faults")]),
    ...used.map((quota) =>
      item(`${quota.keyId} ${shareOf(quota) < 1 ? "nearly used up" : "used up"}`, "limits"),
    ),
    ...(switched.length === 0
      ? []
      : [item(`${counted(switched.length, "assumption")} switched`, "rules", { switched: "yes" })]),
  ];
  if (items.length === 0 && held.length === 0) return null;
  return (
    <section class="row strip" aria-label="State of the workspace">
      {items.map(({ name, link }) => (
        <a key={name} class="clip" href={link}>
          {name}
        </a>
      ))}
      {held.map((one) => (
        <Held key={one.requestId} {...one} />
      ))}
    </section>
  );
}

function loadQuotas() {
  return Promise.all([workspace().quotas.list(), workspace().clock.get()] as const);
}

function loadNext() {
  return Promise.all([workspace().next(), workspace().clock.get()] as const);
}

function nextText(from: string | null, inForce: boolean): string {
  const moment = from === null ? "" : ` from ${momentOf(from)}`;
  return `Next interface ${inForce ? "in force" : "announced"}${moment}`;
}

type HeldProps = Readonly<Record<"faultId" | "requestId" | "method" | "path", string>>;

function Held({ faultId, requestId, method, path }: HeldProps) {
  const release = () =>
    act(
      () => workspace().faults.release(faultId, { action: "continue", requestId }),
      "The request was carried out.",
    );
  return (
    <span class="row">
      <a class="clip" href={linkTo("faults")} title={path}>
        Held: {method} {path}
      </a>
      <Button class="copy" run={release}>
        Carry it out
      </Button>
      <a class="button copy" href={linkTo("faults", null, { answer: requestId })}>
        Answer
      </a>
    </span>
  );
}

function item(name: string, view: ViewId, query: Place["query"] = {}) {
  return { name, link: linkTo(view, null, query) };
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

import { useEffect, useMemo, useState } from "preact/hooks";

import type { WorkspaceClient } from "../../../library/client/index.ts";
import type { UsableKey } from "../activity/send.tsx";
import { keysOf } from "../activity/send.tsx";
import { act, Copy, destroy, waitFor } from "../parts/actions.tsx";
import { Button, Form, Text, useText } from "../parts/controls.tsx";
import { quotaDueInMs } from "../parts/due.ts";
import { Menu } from "../parts/menu.tsx";
import type { Clock } from "../parts/resource.tsx";
import { Loaded, useClocked, useResource } from "../parts/resource.tsx";
import { clockText, counted, durationOf, momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { clockCommands } from "../shell/palette.tsx";
import { linkTo } from "../shell/route.ts";

export function Limits() {
  const limits = useClocked(
    () => workspace().quotas.list({ byMinute: true }),
    /^(?:clock|quota|key|request)/,
    (clock, { data }) => quotaDueInMs(clock, data),
  );
  const keys = useResource(keysOf, /^(?:firm|key)/).value ?? [];
  const now = useRunning(limits.value?.[1] ?? null);
  return (
    <section class="page">
      <h1>Time and limits</h1>
      <Loaded resource={limits}>
        {([{ data }, clock]) => (
          <>
            <ClockPart clock={clock} now={now} />
            <h2 class="section">Quota of each key</h2>
            {data.map((quota) => (
              <KeyPart
                key={quota.keyId}
                quota={quota}
                apiKey={keys.find(({ id }) => id === quota.keyId)}
                now={now}
                isFrozen={clock.mode === "frozen"}
              />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The clock's current time in epoch milliseconds. It advances on the page unless the clock is frozen. */
function useRunning(clock: Clock | null): number {
  const readAt = useMemo(() => performance.now(), [clock]);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, []);
  if (clock === null) return 0;
  const at = Date.parse(clock.now);
  if (clock.mode === "frozen") return at;
  return at + (performance.now() - readAt) * (clock.rate ?? 1);
}

const rates = [1, 10, 60, 3_600];

/** The clock and its controls. It only moves forward. */
function ClockPart({ clock, now }: { readonly clock: Clock; readonly now: number }) {
  const { rate } = clock;
  return (
    <div class="card">
      <p>
        <time class="mono strong">{momentOf(new Date(now).toISOString())} UTC</time>{" "}
        <span class="quiet">{clockText(clock) || "the system's time"}</span>
      </p>
      <div class="buttons">
        {clockCommands().map(({ name, run }) => (
          <Button key={name} run={run}>
            {name}
          </Button>
        ))}
      </div>
      <div class="buttons">
        <To />
        <Menu
          label="Speed"
          shown={rate === null ? "Speed" : `Speed × ${rate.toLocaleString("en")}`}
          items={rates.map((one) => [String(one), `× ${one.toLocaleString("en")}`])}
          onPick={(one) => void runAt(one)}
        />
      </div>
    </div>
  );
}

function runAt(rate: string): Promise<boolean> {
  const text = `The clock runs ${rate} times as fast as the system's.`;
  return act(() => workspace().clock.run(undefined, { rate: Number(rate) }), text);
}

function To() {
  const to = useText("");
  const go = () =>
    act(
      () => workspace().clock.advance({ to: new Date(`${to.value}Z`).toISOString() }),
      "The clock moved.",
    );
  return (
    <>
      <Text type="datetime-local" step="1" label="A moment in UTC" {...to} />
      <Button disabled={to.value === ""} run={go}>
        Advance to it
      </Button>
    </>
  );
}

export type Quota = Awaited<ReturnType<WorkspaceClient["quotas"]["list"]>>["data"][number];

interface KeyProps {
  readonly quota: Quota;
  /** The key with its value and Firm, once they have loaded. */
  readonly apiKey: UsableKey | undefined;
  /** The time of the workspace, in epoch milliseconds. */
  readonly now: number;
  readonly isFrozen: boolean;
}

export function KeyPart({ quota, apiKey, now, isFrozen }: KeyProps) {
  const { keyId, quotaPerHour, burstPerMinute, usedLastHour, usedLastMinute } = quota;
  const waitMs = Date.parse(quota.nextAllowedAt) - now;
  return (
    <article class="card" aria-label={`Key ${keyId}`}>
      <h3>
        <KeyLink id={keyId} /> {apiKey !== undefined && <span class="quiet">{apiKey.name}</span>}
      </h3>
      {apiKey !== undefined && (
        <p class="mono quiet">
          {apiKey.key} <Copy text={apiKey.key} />
        </p>
      )}
      <div class="bars">
        <Used name="hour" used={usedLastHour} of={quotaPerHour} />
        <Used name="minute" used={usedLastMinute} of={burstPerMinute} />
      </div>
      <QuotaChart counts={quota.usedByMinute ?? []} />
      <p class={waitMs > 0 ? "refusal" : "quiet"}>
        {waitMs > 0 ? waitText(quota, waitMs, isFrozen) : "May send now."}
      </p>
      <Moves quota={quota} isWaiting={waitMs > 0} />
    </article>
  );
}

/** The id of a key; its link leads to the requests with it. */
export function KeyLink({ id }: { readonly id: string }) {
  return (
    <a class="mono" href={linkTo("activity", null, { q: `key:${id}` })}>
      {id}
    </a>
  );
}

function waitText({ nextAllowedAt }: Quota, waitMs: number, isFrozen: boolean): string {
  const wait = durationOf(waitMs);
  return isFrozen
    ? `Next request allowed at ${momentOf(nextAllowedAt)}, in ${wait}. The clock is frozen, so advance it.`
    : `Next request allowed in ${wait}.`;
}

function Moves({ quota, isWaiting }: { readonly quota: Quota; readonly isWaiting: boolean }) {
  const { keyId, quotaPerHour, usedLastHour } = quota;
  const { quotas } = workspace();
  const count = Math.max((quotaPerHour ?? 0) - usedLastHour, 1);
  const refill = {
    title: `Refill the quota of ${keyId}`,
    loses: "The count of what the key used in the last hour and minute is lost.",
    done: "The quota is full again.",
    run: () => quotas.refill(keyId),
  };
  return (
    <div class="buttons">
      {isWaiting && (
        <Button class="primary" run={() => waitFor(keyId)}>
          Advance until allowed
        </Button>
      )}
      <Button
        disabled={quotaPerHour === null}
        run={() => act(() => quotas.use(keyId, { count }), "The quota is used up.")}
      >
        Use up
      </Button>
      <Button run={() => destroy(refill)}>Refill</Button>
      <SetQuota keyId={keyId} perHour={quotaPerHour} />
    </div>
  );
}

function Used({ name, used, of }: Readonly<{ name: string; used: number; of: number | null }>) {
  return (
    <label>
      {used.toLocaleString("en")} {of === null ? "sent" : `of ${of.toLocaleString("en")}`} in the
      last {name}
      {of !== null && <meter min={0} max={of} high={of * 0.9} value={used} />}
    </label>
  );
}

function SetQuota({ keyId, perHour }: { readonly keyId: string; readonly perHour: number | null }) {
  const text = useText(perHour === null ? "" : String(perHour));
  const quota = text.value === "" ? null : Number(text.value);
  const set = () =>
    act(
      () => workspace().quotas.set(keyId, quota),
      quota === null
        ? "The key has no limit."
        : `The key may send ${counted(quota, "request")} an hour.`,
    );
  return (
    <Form class="buttons" run={set}>
      <Text
        type="number"
        min="0"
        label={`Requests an hour of ${keyId}; empty for no limit`}
        placeholder="no limit"
        {...text}
      />
      <button>Set an hour's quota</button>
    </Form>
  );
}

/** An SVG chart of the requests that a key's quota counted in each minute of the last hour, oldest first. */
function QuotaChart({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const steps = counts.map((count, at) => `V${most - count}H${at + 1}`).join("");
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${counts.length} ${most}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${counted(total, "request")} in the last hour, at most ${most} in a minute`}
      >
        <path d={`M0 ${most}${steps}V${most}`} />
      </svg>
      <figcaption class="row quiet small">
        <span class="grow">an hour ago</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

import type { ComponentChildren } from "preact";

import { Button, Items } from "../parts/controls.tsx";
import { durationOf, timeOf } from "../parts/times.ts";
import { linkTo, place } from "../shell/route.ts";
import type { Effect } from "./entries.ts";
import { eventText } from "./event-text.ts";
import type { Line } from "./lines.ts";
import { effectsOf } from "./lines.ts";
import { readableTarget } from "./request.ts";
import { sentHere } from "./send.tsx";

type Fold = (entry: number) => void;

export function ActivityLine({ line, onFold }: Readonly<{ line: Line; onFold: Fold }>) {
  if (line.kind === "notice") return <p class="row line line-notice small quiet">{line.notice}</p>;
  if (line.kind === "request") return <RequestLine {...line} />;
  const isCaused = line.kind === "event" && line.entry.request !== null;
  return (
    <div class={`row line line-event ${isCaused ? "line-caused" : ""}`}>
      <span class="event-text clip">
        <EventText event={line.event} />
      </span>
      {line.kind === "fold" && (
        <Button class="copy" run={() => onFold(line.entry.number)}>
          and {line.more} more
        </Button>
      )}
      {!isCaused && (
        <time class="small mono quiet" dateTime={line.entry.at}>
          {timeOf(line.entry.at)}
        </time>
      )}
    </div>
  );
}

function RequestLine({ entry, request }: Extract<Line, { kind: "request" }>) {
  const { id, method, status, apiKeyId, durationMs, reason } = request;
  const target = readableTarget(request);
  const { query, id: openId } = place.value;
  return (
    <a
      class="row line line-request"
      href={linkTo("activity", id, { ...query, do: "" })}
      aria-current={id === openId ? "true" : undefined}
    >
      <Status status={status} />
      <span class="method mono quiet">{method}</span>
      <span class="path mono clip" title={target}>
        {target}
      </span>
      {reason !== null && (
        <span class="reason clip quiet" title={reason}>
          {reason}
        </span>
      )}
      {sentHere.value.has(id) && <span class="small strong">sent here</span>}
      <span class="effects small quiet">{effectsOf(entry)}</span>
      <span class="key small quiet">{apiKeyId ?? ""}</span>
      <span class="duration small quiet">{durationMs === null ? "" : durationOf(durationMs)}</span>
      <time class="small mono quiet" dateTime={entry.at} title={entry.at}>
        {timeOf(entry.at)}
      </time>
    </a>
  );
}

export function Status({ status }: { readonly status: number }) {
  const tone = status === 0 || status >= 500 ? "bad" : status >= 400 ? "warn" : "good";
  return <span class={`status mono strong ${tone}`}>{statusText(status)}</span>;
}

/** A status as text; 0 means no answer. */
export function statusText(status: number | string): string {
  return Number(status) === 0 ? "–" : String(status);
}

type EffectsProps = Readonly<{ title: string; nothing: string; all: readonly ComponentChildren[] }>;

export function Effects({ title, nothing, all }: EffectsProps) {
  return (
    <section>
      <h3>{title}</h3>
      {all.length === 0 && <p class="quiet">{nothing}</p>}
      <ul class="plain-list">
        <Items of={all} />
      </ul>
    </section>
  );
}

export function EventText({ event }: { readonly event: Effect }) {
  const { text, link } = eventText(event);
  if (link === null) return <span title={text}>{text}</span>;
  return (
    <a href={linkTo(link.view, link.id)} title={text}>
      {text}
    </a>
  );
}

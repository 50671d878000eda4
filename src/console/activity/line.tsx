import { durationOf, timeOf } from "../parts/times.ts";
import type { Place } from "../shell/route.ts";
import { linkTo } from "../shell/route.ts";
import { eventText } from "./event-text.ts";
import type { Line } from "./lines.ts";
import { targetOf } from "./request.ts";

interface ActivityLineProps {
  readonly line: Line;
  readonly openId: string | null;
  readonly query: Place["query"];
}

/** One line of the activity list. */
export function ActivityLine({ line, openId, query }: ActivityLineProps) {
  if (line.kind === "notice") return <p class="line line-notice">{line.notice}</p>;
  return line.kind === "event" ? (
    <EventLine line={line} />
  ) : (
    <RequestLine line={line} isOpen={line.request.id === openId} query={query} />
  );
}

interface RequestLineProps {
  readonly line: Extract<Line, { kind: "request" }>;
  readonly isOpen: boolean;
  readonly query: Place["query"];
}

function RequestLine({ line, isOpen, query }: RequestLineProps) {
  const { id, method, status, apiKeyId, durationMs, reason } = line.request;
  return (
    <a
      class="line line-request"
      href={linkTo("activity", id, { ...query, do: "" })}
      aria-current={isOpen ? "true" : undefined}
    >
      <Status status={status} />
      <span class="method">{method}</span>
      <span class="path" title={targetOf(line.request)}>
        {targetOf(line.request)}
      </span>
      {reason !== null && (
        <span class="reason" title={reason}>
          {reason}
        </span>
      )}
      <span class="key quiet">{apiKeyId ?? ""}</span>
      <span class="duration quiet">{durationMs === null ? "" : durationOf(durationMs)}</span>
      <time class="quiet" dateTime={line.entry.at} title={line.entry.at}>
        {timeOf(line.entry.at)}
      </time>
    </a>
  );
}

/** A status, coloured by its class; 0 means no answer. */
export function Status({ status }: { readonly status: number }) {
  const kind = status === 0 ? "none" : `${Math.floor(status / 100)}`;
  return <span class={`status status-${kind}`}>{status === 0 ? "–" : status}</span>;
}

function EventLine({ line }: { readonly line: Extract<Line, { kind: "event" }> }) {
  const { text, link } = eventText(line.event);
  return (
    <div class={`line line-event ${line.isCaused ? "line-caused" : ""}`}>
      <span class="event-text" title={text}>
        {link === null ? text : <a href={linkTo(link.view, link.id, link.query)}>{text}</a>}
      </span>
      {!line.isCaused && (
        <time class="quiet" dateTime={line.event.at}>
          {timeOf(line.event.at)}
        </time>
      )}
    </div>
  );
}

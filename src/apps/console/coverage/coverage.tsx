import { statusText } from "../activity/line.tsx";
import { Table } from "../parts/controls.tsx";
import { Switch } from "../parts/list.tsx";
import { Facts } from "../parts/panel.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { loadCoverage } from "../rules/rules.tsx";
import { linkTo, place } from "../shell/route.ts";

type Coverage = Awaited<ReturnType<typeof loadCoverage>>[0];

export function CoverageView() {
  const coverage = useResource(loadCoverage, /./);
  return (
    <section class="page">
      <h1>Coverage</h1>
      <Loaded resource={coverage}>
        {([loaded, dropped]) => (
          <>
            <Totals {...loaded} />
            <WithoutVersion {...loaded} />
            <Switch name="missing">Only what is not met</Switch>
            <details>
              <summary>How to meet a status</summary>
              <Facts rows={ways} />
            </details>
            <Operations {...loaded} hasRows={dropped === 0} />
            <Transitions {...loaded} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Totals({ totals }: Coverage) {
  return (
    <div class="bars">
      {Object.entries(totals).map(([name, { covered, of }]) => (
        <label key={name}>
          {covered} of {of} {name}
          <meter min={0} max={of} value={covered} />
        </label>
      ))}
    </div>
  );
}

/** A client that forgets `/v1` works here, but perhaps not at the real service. */
function WithoutVersion({ requests, withoutVersion }: Coverage) {
  if (withoutVersion === 0) return null;
  return (
    <p class="problem">
      {withoutVersion} of {counted(requests, "request")} came without <code>/v1</code>: see rule{" "}
      <a href={linkTo("rules", "http.version-prefix")}>http.version-prefix</a>.
    </p>
  );
}

function isWhole(): boolean {
  return place.value.query["missing"] === undefined;
}

function Operations({ operations, hasRows }: Coverage & { readonly hasRows: boolean }) {
  const rows = operations.filter(({ missing }) => isWhole() || missing.length > 0);
  return (
    <>
      <h2 class="section">Operations and their statuses</h2>
      <Table
        heads={["Operation", "Met", "Not met"]}
        rows={rows.map(({ id, method, path, statuses, missing }) => [
          <span class="mono">
            {method} {path.split(/(?=\/)/).map((part) => [<wbr key={part} />, part])}
          </span>,
          Object.entries(statuses).map(([status, count]) => {
            const q = `operation:${id} status:${status}`;
            return (
              <a
                key={status}
                class="met"
                {...(hasRows && { href: linkTo("activity", null, { q }) })}
              >
                {statusText(status)} × {count}
              </a>
            );
          }),
          <span class="quiet mono">{missing.join(" ")}</span>,
        ])}
      />
    </>
  );
}

const ways = [
  ["200, 201, 204", "send it with a key that may, and with a valid body"],
  ["400, 413", "send a body that is not JSON, or one that is too large"],
  ["401", "leave out the API key"],
  ["403", "use a key of the other role, or of another Firm"],
  ["404", "name an id that does not exist"],
  ["409", "send the same Lead twice"],
  ["422", "leave out a required field, or give one the wrong type"],
  ["429", "use up the quota in Time and limits"],
  ["500, 503", "plan a fault with that status"],
] as const;

function Transitions({ transitions }: Coverage) {
  const rows = transitions.filter(({ count }) => isWhole() || count === 0);
  return (
    <>
      <h2 class="section">Transitions</h2>
      <Table
        heads={["Of", "From", "To", "Seen"]}
        rows={rows.map(({ of, from, to, count }) => [
          of,
          from ?? "nothing",
          to,
          count === 0 ? <span class="quiet">not met</span> : count,
        ])}
      />
    </>
  );
}

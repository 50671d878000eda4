import { FirstLead } from "../activity/first-request.tsx";
import { Pager } from "../parts/pager.tsx";
import { useResource } from "../parts/resource.ts";
import { Empty, Loaded } from "../parts/states.tsx";
import { momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { useRowKeys } from "../shell/keys.ts";
import { linkTo, place, setQuery, workspaceId } from "../shell/route.ts";
import { LeadPanel } from "./lead.tsx";
import type { LeadRecord } from "./record.tsx";
import { nameOf, State } from "./record.tsx";

const states = ["Active", "Converted", "Archived"] as const;
const pageSize = 50;

/** Every Lead of the workspace, with its history. */
export function Leads() {
  const { id, query } = place.value;
  const { q = "", state = "", environment = "sandbox", offset = "0" } = query;
  const leads = useResource(
    () =>
      workspace().leads.list({
        environment: environment === "production" ? "production" : "sandbox",
        ...(q === "" ? {} : { search: q }),
        ...stateQuery(state),
        limit: pageSize,
        offset: Number(offset),
      }),
    [workspaceId.value, q, state, environment, offset],
    /^(?:lead|plan|client|staff)\b/,
  );
  useRowKeys("leads", leads.value?.data ?? []);
  return (
    <div class={`split ${id === null ? "" : "split-open"}`}>
      <section class="split-list" aria-label="Leads">
        <Tools state={state} search={q} environment={environment} />
        <Loaded resource={leads}>
          {({ data, meta }) => (
            <div class="scroll">
              {data.length === 0 ? (
                <NoLead isFiltered={q !== "" || state !== "" || meta.total > 0} />
              ) : (
                <Rows leads={data} openId={id} />
              )}
              <Pager meta={meta} onPage={(to) => setQuery({ offset: String(to) })} />
            </div>
          )}
        </Loaded>
      </section>
      {id !== null && <LeadPanel id={id} key={id} />}
    </div>
  );
}

function stateQuery(state: string) {
  const known = states.find((one) => one === state);
  return known === undefined ? {} : { state: known };
}

interface ToolsProps {
  readonly state: string;
  readonly search: string;
  readonly environment: string;
}

function Tools({ state, search, environment }: ToolsProps) {
  return (
    <div class="tools">
      <h1>Leads</h1>
      <span class="filter">
        <input
          type="search"
          data-search
          aria-label="Search Leads"
          placeholder="Email, name, or id"
          value={search}
          onInput={({ currentTarget }) => setQuery({ q: currentTarget.value, offset: "" })}
        />
      </span>
      <select
        aria-label="State"
        value={state}
        onChange={({ currentTarget }) => setQuery({ state: currentTarget.value, offset: "" })}
      >
        <option value="">All states</option>
        {states.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <select
        aria-label="Environment"
        value={environment}
        onChange={({ currentTarget }) => setQuery({ environment: currentTarget.value, offset: "" })}
      >
        <option value="sandbox">sandbox</option>
        <option value="production">production</option>
      </select>
    </div>
  );
}

interface RowsProps {
  readonly leads: readonly LeadRecord[];
  readonly openId: string | null;
}

function Rows({ leads, openId }: RowsProps) {
  const { query } = place.value;
  return (
    <table class="rows">
      <thead>
        <tr>
          <th>Email</th>
          <th>Name</th>
          <th class="short">State</th>
          <th class="wide">Parent</th>
          <th class="wide">Created</th>
        </tr>
      </thead>
      <tbody>
        {leads.map((lead) => (
          <tr key={lead.id} aria-current={lead.id === openId ? "true" : undefined}>
            <td>
              <a href={linkTo("leads", lead.id, query)} title={lead.email}>
                {lead.email}
              </a>
            </td>
            <td>
              <bdi title={nameOf(lead)}>{nameOf(lead)}</bdi>
            </td>
            <td>
              <State state={lead.state} />
            </td>
            <td class="wide quiet mono">{lead.resourceId}</td>
            <td class="wide quiet">{momentOf(lead.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoLead({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No Lead matches">
      <button type="button" onClick={() => setQuery({ q: "", state: "", offset: "" })}>
        Show all Leads
      </button>
    </Empty>
  ) : (
    <Empty title="No Lead yet">
      <FirstLead />
    </Empty>
  );
}

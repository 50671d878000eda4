import { KeyLink } from "../limits/limits.tsx";
import { act, Copy, destroy, replaceWorld, resetWorkspace, save } from "../parts/actions.tsx";
import { Button, FileButton, Form, Select, Text, useText } from "../parts/controls.tsx";
import { fileText } from "../parts/file-text.ts";
import { Pager } from "../parts/list.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { boundTo, sandbox, workspace } from "../shell/connection.ts";
import { controlPage } from "../shell/documents.ts";
import { workspacesVersion } from "../shell/live.ts";
import { go, linkTo, place, workspaceId } from "../shell/route.ts";
import { Snapshots } from "./snapshots.tsx";

type Described = Awaited<ReturnType<ReturnType<typeof sandbox>["workspaces"]["get"]>>;

export function World() {
  const described = useResource(
    () => sandbox().workspaces.get(workspaceId.value),
    /^(?:firm|key|referral|subscription)/,
  );
  return (
    <section class="page">
      <h1>World</h1>
      <Loaded resource={described}>
        {({ id, label, owner, seed, fixture, firms }) => (
          <>
            <div class="card">
              <p>
                <strong>{id}</strong> <bdi>{label}</bdi>{" "}
                {owner !== null && <bdi class="quiet">of {owner}</bdi>}{" "}
                <span class="quiet">
                  fixture {fixture}, seed {seed}
                </span>
              </p>
              <div class="buttons">
                <Button class="bad" run={resetWorkspace}>
                  Reset
                </Button>
                <Button run={() => save(`${id}.json`, workspace().state.get())}>Export</Button>
                <FileButton name="Import" onFiles={([file]) => file && void importState(file)} />
              </div>
            </div>
            <h2 class="section">Firms and keys</h2>
            {firms.map((firm) => (
              <Firm key={firm.id} firm={firm} />
            ))}
            <p>
              <a href={controlPage} target="_blank" rel="noreferrer">
                Issue a key, add a Firm or a FirmMember
              </a>
            </p>
          </>
        )}
      </Loaded>
      <Snapshots />
      {boundTo.value === null && <Workspaces />}
    </section>
  );
}

async function importState(file: File): Promise<void> {
  await replaceWorld({
    title: `Import ${file.name}`,
    loses: "All records, mail, requests and events of this workspace are lost.",
    done: "The world was imported.",
    run: async () => workspace().state.put(JSON.parse(await fileText(file))),
  });
}

function Firm({ firm }: { readonly firm: Described["firms"][number] }) {
  const { id, name, firmType, firmMembers, referralCodes, apiKeys } = firm;
  const rows = [
    ...apiKeys.map(({ id: keyId, roleType, environment, quotaPerHour, key }) => {
      const limit =
        quotaPerHour === null ? "no limit" : `${counted(quotaPerHour, "request")} an hour`;
      return [<KeyLink id={keyId} />, ` ${roleType}, ${environment}, ${limit}`, key] as const;
    }),
    ...firmMembers.map((member) => {
      return [member.isOwner ? "Owner " : "Member ", <bdi>{member.email}</bdi>, member.id] as const;
    }),
    ...referralCodes.map((code) => ["Referral code", "", code.id] as const),
  ];
  return (
    <article class="card" aria-label={name}>
      <h3>
        {name} <span class="quiet">{firmType}</span> <span class="mono">{id}</span>{" "}
        <Copy text={id} />
      </h3>
      <ul class="plain-list">
        {rows.map(([first, second, value = ""]) => (
          <li key={value}>
            {first}
            {second} <span class="mono">{value}</span> <Copy text={value} />
          </li>
        ))}
      </ul>
    </article>
  );
}

const pageSize = 50;
const fixtures = ["default", "empty"];

export function Workspaces() {
  const offset = Number(place.value.query["offset"] ?? 0);
  const list = () => sandbox().workspaces.list({ limit: pageSize, offset });
  const listed = useResource(list, /^reset$/, [offset, workspacesVersion.value]);
  return (
    <>
      <h2 class="section">Workspaces</h2>
      <NewWorkspace />
      <Loaded resource={listed}>
        {({ data, meta, broken = [] }) => (
          <>
            <ul class="plain-list">
              {data.map(({ id, fixture, label, owner }) => (
                <li key={id} class="buttons">
                  <span class="grow">
                    <a href={linkTo("world", null, {}, id)}>{id}</a> <bdi>{label}</bdi>
                  </span>
                  {owner !== null && <bdi class="quiet">of {owner}</bdi>}
                  <span class="quiet">{fixture}</span>
                  {id !== "default" && (
                    <Button class="bad" run={() => drop(id)}>
                      Drop
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <Pager meta={meta} />
            {broken.map(({ id, reason }) => (
              <Problem key={id} text={`The workspace ${id} is not served: ${reason}`} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}

function drop(id: string): Promise<boolean> {
  return destroy({
    title: `Drop ${id}`,
    loses: "The workspace is lost, with its records, mail and snapshots.",
    done: `${id} was dropped.`,
    run: () => sandbox().workspaces.drop(id),
  });
}

function NewWorkspace() {
  const id = useText("");
  const fixture = useText(fixtures[0] ?? "");
  const make = () =>
    act(async () => {
      const named = id.value === "" ? {} : { id: id.value };
      const made = await sandbox().workspaces.create({ fixture: fixture.value, ...named });
      go(linkTo("world", null, {}, made.id));
    }, "The workspace was made.");
  return (
    <Form class="buttons" run={make}>
      <Text label="Id of the new workspace" placeholder="id, or empty" {...id} />
      <Select label="Fixture" options={fixtures} {...fixture} />
      <button>Make a workspace</button>
    </Form>
  );
}

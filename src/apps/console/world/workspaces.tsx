import { useState } from "preact/hooks";

import { act, destroy } from "../parts/actions.ts";
import { Button, Form, Select, Text } from "../parts/controls.tsx";
import { Pager } from "../parts/list.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { sandbox } from "../shell/connection.ts";
import { workspacesVersion } from "../shell/live.ts";
import { go, linkTo, place } from "../shell/route.ts";

const pageSize = 50;
const fixtures = ["default", "empty"];

export function Workspaces() {
  const offset = Number(place.value.query["offset"] ?? 0);
  const list = () => sandbox().workspaces.list({ limit: pageSize, offset });
  const listed = useResource(list, /^reset$/, [offset, workspacesVersion.value]);
  const drop = async (id: string): Promise<void> => {
    const isDone = await destroy({
      title: `Drop ${id}`,
      loses: "The workspace is lost, with its records, mail and snapshots.",
      done: `${id} was dropped.`,
      run: () => sandbox().workspaces.drop(id),
    });
    if (isDone) listed.reload();
  };
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
                    <Button class="danger" run={() => drop(id)}>
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

function NewWorkspace() {
  const [id, setId] = useState("");
  const [fixture, setFixture] = useState(fixtures[0] ?? "");
  const make = () =>
    act(async () => {
      const made = await sandbox().workspaces.create({ fixture, ...(id === "" ? {} : { id }) });
      go(linkTo("world", null, {}, made.id));
    }, "The workspace was made.");
  return (
    <Form class="buttons" run={make}>
      <Text label="Id of the new workspace" placeholder="id, or empty" value={id} onText={setId} />
      <Select label="Fixture" value={fixture} options={fixtures} onPick={setFixture} />
      <button>Make a workspace</button>
    </Form>
  );
}

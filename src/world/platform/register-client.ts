import type { ClientProfile, SignUp } from "../../domain/model/client-profile.ts";
import { newClientProfile } from "../../domain/model/client-profile.ts";
import type { Environment } from "../../domain/model/firm.ts";
import type { Lead } from "../../domain/model/lead.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A client who signs up; `lead` fills what they do not enter (rule state.convert.profile). */
export interface NewClient {
  readonly environment: Environment;
  readonly entered: SignUp;
  readonly lead: Lead | null;
  /** The id of the profile; defaults to the next one. */
  readonly id?: string | undefined;
}

/** Creates the profile of a client who signs up. */
export function registerClient(workspace: Workspace, client: NewClient): ClientProfile {
  return workspace.transaction(() => {
    const profile = registerClientWithoutEffects(workspace, client);
    workspace.emit("client.signed-up", { id: profile.id, email: profile.email });
    return profile;
  });
}

/** The same, without an event. */
export function registerClientWithoutEffects(
  workspace: Workspace,
  { environment, entered, lead, id: wanted }: NewClient,
): ClientProfile {
  const { clientProfiles } = workspace.store();
  const identity = { environment, now: workspace.clock.now() };
  return workspace.createRecord("clientProfile", clientProfiles, (id) =>
    newClientProfile({ ...identity, id: wanted ?? id }, entered, lead),
  );
}

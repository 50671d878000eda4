import type { ComponentType } from "preact";

import { Activity } from "./activity/activity.tsx";
import { Call } from "./call/call.tsx";
import { Connect } from "./connect/connect.tsx";
import { CoverageView } from "./coverage/coverage.tsx";
import { Faults } from "./faults/faults.tsx";
import { Leads } from "./leads/leads.tsx";
import { Limits } from "./limits/limits.tsx";
import { Mail } from "./mail/mail.tsx";
import { Reports } from "./reports/reports.tsx";
import { Rules } from "./rules/rules.tsx";
import type { ViewId } from "./shell/route.ts";
import { World } from "./world/world.tsx";

/** The component of each view; its `id` names the open row or call. */
export const viewParts: Readonly<Record<ViewId, ComponentType<{ id: string | null }>>> = {
  activity: Activity,
  leads: Leads,
  mail: Mail,
  limits: Limits,
  faults: Faults,
  rules: Rules,
  coverage: CoverageView,
  world: World,
  reports: Reports,
  connect: Connect,
  call: Call,
};

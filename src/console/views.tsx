import type { ComponentChildren } from "preact";

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
import type { Place } from "./shell/route.ts";
import { World } from "./world/world.tsx";

/** The view of a place. */
export function shownView({ view, id }: Place): ComponentChildren {
  switch (view) {
    case "activity":
      return <Activity />;
    case "leads":
      return <Leads />;
    case "mail":
      return <Mail />;
    case "limits":
      return <Limits />;
    case "faults":
      return <Faults />;
    case "rules":
      return <Rules />;
    case "coverage":
      return <CoverageView />;
    case "world":
      return <World />;
    case "reports":
      return <Reports />;
    case "connect":
      return <Connect />;
    case "call":
      return <Call id={id} />;
  }
}

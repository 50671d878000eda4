/** `exec --intercept`, loaded only with that option. */
import type { Config } from "../../../server/settings/config.ts";
import type { InterceptBy } from "../client-command/intercept-by.ts";
import { newInterceptor } from "../client-command/intercepted.ts";
import type { Interceptor } from "../client-command/intercepted.ts";
import type {
  InterceptionSummary,
  ProductionWatch,
} from "../client-command/interception-report.ts";
import {
  interceptionSummary,
  textOfInterception,
  watchProduction,
} from "../client-command/interception-report.ts";

/** The interception of a command, and its report. */
export interface InterceptedExec extends Pick<ProductionWatch, "watch"> {
  readonly interceptor: Interceptor;
  readonly report: () => InterceptionReport;
}

export interface InterceptionReport {
  readonly text: string;
  readonly json: { readonly interception: InterceptionSummary };
}

/** Intercepts the calls of a command; `requests` counts those that reached the sandbox. */
export async function interceptExec(
  config: Config,
  by: InterceptBy,
  { command, requests }: { readonly command: readonly string[]; readonly requests: () => number },
): Promise<InterceptedExec> {
  const { watch, production, flagsForKeys } = watchProduction();
  const interceptor = await newInterceptor(config, by, {
    command,
    hasTraffic: () => requests() > 0,
  });
  return {
    watch,
    interceptor,
    report() {
      const interception = interceptionSummary(
        interceptor.runs(),
        { production: production(), flagsForKeys: flagsForKeys() },
        { requests: requests(), by },
      );
      return { text: textOfInterception(interception), json: { interception } };
    },
  };
}

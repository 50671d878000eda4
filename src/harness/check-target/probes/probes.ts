import { changeProbes } from "./changes.ts";
import { clientDataProbes } from "./client-data.ts";
import { errorProbes } from "./errors.ts";
import { fieldProbes } from "./fields.ts";
import { filterProbes } from "./filters.ts";
import { includeProbes } from "./includes.ts";
import { keyProbes } from "./keys.ts";
import { leadListProbes } from "./lead-lists.ts";
import { creationProbes, parentProbes } from "./leads.ts";
import { listProbes, pageProbes } from "./lists.ts";
import { orderProbes } from "./orders.ts";
import type { Probe } from "./probe.ts";
import { formProbes, requestProbes } from "./requests.ts";
import { resourceProbes } from "./resources.ts";
import { scopeProbes } from "./scopes.ts";
import { uniqueProbes } from "./uniqueness.ts";

/** All probes in running order: those that others depend on come first. */
export const probes: readonly Probe[] = [
  ...formProbes,
  ...creationProbes,
  ...errorProbes,
  ...filterProbes,
  ...orderProbes,
  ...listProbes,
  ...leadListProbes,
  ...keyProbes,
  ...requestProbes,
  ...resourceProbes,
  ...uniqueProbes,
  ...fieldProbes,
  ...clientDataProbes,
  ...parentProbes,
  ...changeProbes,
  ...scopeProbes,
  ...includeProbes,
  ...pageProbes,
];

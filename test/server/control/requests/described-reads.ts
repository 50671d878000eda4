import { ids } from "../../../support/world.ts";
import type { DescribedRow } from "./described.ts";
import { get } from "./described.ts";

/** Requests that read, and requests for unknown paths. */
export const describedReads: readonly DescribedRow[] = [
  { name: "a list", status: 200, request: get("/v1/leads") },
  { name: "a list without the version", status: 200, request: get("/leads") },
  {
    name: "a page of a list",
    status: 200,
    request: get('/v1/leads?limit=2&offset=1&order=[["email","ASC"]]&scope=withDeleted'),
  },
  { name: "a limit too high", status: 422, request: get("/v1/leads?limit=101") },
  {
    name: "a limit too high, clamped",
    status: 200,
    request: get("/v1/leads?limit=101"),
    assumptions: { "list.limit": "clamped" },
  },
  {
    name: "several bad parameters",
    status: 422,
    request: get("/v1/leads?limit=x&offset=-1&order=no&filter=no&scope=no&include=no"),
  },
  { name: "a repeated parameter", status: 422, request: get("/v1/leads?limit=1&limit=2") },
  {
    name: "an unknown parameter, rejected",
    status: 422,
    request: get("/v1/leads?page=1"),
    assumptions: { "query.unknown": "422" },
  },
  { name: "a Lead", status: 200, request: get(`/v1/leads/${ids.activeLead}`) },
  {
    name: "a converted Lead with its Plans",
    status: 200,
    request: get(`/v1/leads/${ids.convertedLead}?scope=withDeleted&include=Plans.ClientProfiles`),
  },
  { name: "an unknown Lead", status: 404, request: get("/v1/leads/Nobody") },
  { name: "an archived Lead", status: 404, request: get(`/v1/leads/${ids.archivedLead}`) },
  { name: "a foreign Lead", status: 404, request: get(`/v1/leads/${ids.foreignLead}`) },
  {
    name: "a foreign Firm's Leads, answered with 403",
    status: 403,
    request: get(`/v1/firms/${ids.realtyFirm}/leads`),
    assumptions: { "auth.foreign-record": "403" },
  },
  { name: "a private Plan", status: 404, request: get(`/v1/plans/${ids.privatePlan}`) },
  { name: "ClientProfiles", status: 403, request: get("/v1/clientProfiles") },
  { name: "an encoded id", status: 200, request: get("/v1/leads/Lead%48Pa1") },
  { name: "a stray percent sign", status: 404, request: get("/v1/leads/%") },
  { name: "a double slash at the start", status: 404, request: get("//v1/leads") },
  { name: "an unknown path", status: 404, request: get("/v1/nope") },
  { name: "an unsupported method", status: 404, request: { ...get("/v1/leads"), method: "PUT" } },
  {
    name: "an unsupported method, answered with 405",
    status: 405,
    request: { ...get("/v1/leads"), method: "PUT" },
    assumptions: { "http.method.unknown": "405" },
  },
  { name: "HEAD", status: 200, request: { ...get("/v1/leads"), method: "HEAD" } },
  { name: "a method in lower case", status: 200, request: { ...get("/v1/firms"), method: "get" } },
];

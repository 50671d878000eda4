import { describe, expect, it } from "vitest";

import { buildGuide } from "../../../../scripts/build-guide.ts";
import { matchingCommands } from "../../../../src/apps/console/shell/palette.tsx";
import { fragmentOf, placeIn, views } from "../../../../src/apps/console/shell/route.ts";

const home = { workspace: "default", view: "activity", id: null, query: {} };

describe("the address of a view", () => {
  it.each([
    ["", home],
    ["#", home],
    ["#/", home],
    ["#/default/nonsense", home],
    ["#/other", { ...home, workspace: "other" }],
    ["#/default/leads", { ...home, view: "leads" }],
    [
      "#/default/leads/LeadHPa1?q=maya",
      { ...home, view: "leads", id: "LeadHPa1", query: { q: "maya" } },
    ],
    ["#/default/activity?q=a%3Fb", { ...home, query: { q: "a?b" } }],
    ["#/default/activity?q=a?b", { ...home, query: { q: "a?b" } }],
    ["#/%E0%A4%A/rules", { ...home, workspace: "%E0%A4%A", view: "rules" }],
  ])("%j is %j", (fragment, place) => {
    expect(placeIn(fragment)).toEqual(place);
  });

  it.each([
    "#/default/activity",
    "#/a%2Fb/rules/lead.unique?q=x%26y%3Dz",
    "#/default/activity?q=status%3A4xx+%22two+words%22",
  ])("%s round-trips", (fragment) => {
    expect(fragmentOf(placeIn(fragment))).toBe(fragment);
  });

  it("omits empty parts", () => {
    expect(fragmentOf({ workspace: "default", view: "leads", id: null, query: { q: "" } })).toBe(
      "#/default/leads",
    );
  });

  it("has a different key for each view", () => {
    expect(new Set(views.map(({ key }) => key)).size).toBe(views.length);
  });
});

describe("a text in the command palette", () => {
  const commands = [
    { id: "call-list-leads", name: "Every Lead", note: "GET /leads", run: () => {} },
    { id: "call-reset", name: "Reset the workspace", note: "POST /reset", run: () => {} },
    { id: "view-leads", name: "Go to Leads", note: "g l", run: () => {} },
  ];

  it.each([
    ["", ["call-list-leads", "call-reset", "view-leads"]],
    ["leads", ["view-leads", "call-list-leads"]],
    ["RESET post", ["call-reset"]],
    ["list-leads", ["call-list-leads"]],
    ["nothing of the kind", []],
  ])("%j finds %j: all words match, matches in the name first", (text, ids) => {
    expect(matchingCommands(commands, text).map(({ id }) => id)).toEqual(ids);
  });
});

it("each view has a paragraph of the guide", async () => {
  const { search } = await buildGuide();
  const addresses = search.sections.map(({ page, anchor }) =>
    anchor === "" ? page : `${page}#${anchor}`,
  );
  expect(addresses).toEqual(expect.arrayContaining(views.map(({ guide }) => guide)));
});

/** Reads of resources other than Leads, and a workflow run. */
import type { Given, Interaction } from "./interaction.ts";
import {
  aFirm,
  aMember,
  anId,
  answered,
  firmId,
  memberId,
  page,
  refused,
  times,
} from "./interaction.ts";

const codeId = "RefCode1";
const planId = "RefPlan1";
const aCode: Given = ["a referral code exists", { referralCodeId: codeId, firmId }];
const aPlan: Given = ["a plan of the firm exists", { planId, firmId }];
const aPrivatePlan: Given = ["a private plan exists", { planId: "RefPlan2", firmId }];

const firm = { id: firmId, ...times, name: "State Partners", firmType: "Partner" };
const member = { id: memberId, ...times, firmId, email: "member@state-partners.example" };
const code = { id: codeId, ...times, firmId };
const plan = { id: planId, ...times, name: null, type: "Buying", status: "New", amount: null };

const directory: readonly Interaction[] = [
  {
    description: "the firm of the key is listed",
    given: [aFirm],
    request: { method: "GET", path: "/firms" },
    response: page([firm]),
    act: (client) => client.browse("firms"),
  },
  {
    description: "the firm of the key is read",
    given: [aFirm],
    request: { method: "GET", path: `/firms/${firmId}` },
    response: answered(200, firm),
    act: (client) => client.read("firms", firmId),
  },
  {
    description: "the members of the key's firm are listed",
    given: [aMember],
    request: { method: "GET", path: "/firmMembers" },
    response: page([member]),
    act: (client) => client.browse("firmMembers"),
  },
  {
    description: "the members of a firm are listed",
    given: [aMember],
    request: { method: "GET", path: `/firms/${firmId}/firmMembers` },
    response: page([member]),
    act: (client) => client.browse(`firms/${firmId}/firmMembers`),
  },
  {
    description: "a member of the firm is read",
    given: [aMember],
    request: { method: "GET", path: `/firmMembers/${memberId}` },
    response: answered(200, member),
    act: (client) => client.read("firmMembers", memberId),
  },
  {
    description: "the referral codes of the key's firm are listed",
    given: [aCode],
    request: { method: "GET", path: "/referralCodes" },
    response: page([code]),
    act: (client) => client.browse("referralCodes"),
  },
  {
    description: "the referral codes of a firm are listed",
    given: [aCode],
    request: { method: "GET", path: `/firms/${firmId}/referralCodes` },
    response: page([code]),
    act: (client) => client.browse(`firms/${firmId}/referralCodes`),
  },
  {
    description: "a referral code is read",
    given: [aCode],
    request: { method: "GET", path: `/referralCodes/${codeId}` },
    response: answered(200, code),
    act: (client) => client.read("referralCodes", codeId),
  },
];

const plans: readonly Interaction[] = [
  {
    description: "the plans of the firm are listed, without private ones",
    given: [aPlan, aPrivatePlan],
    request: { method: "GET", path: "/plans" },
    response: page([plan]),
    act: (client) => client.browse("plans"),
  },
  {
    description: "a plan is read with its client profiles",
    given: [aPlan],
    request: { method: "GET", path: `/plans/${planId}`, query: { include: "ClientProfiles" } },
    response: answered(200, {
      ...plan,
      ClientProfiles: [{ id: anId("cLiEnT12"), ...times, email: "carl.client@example.com" }],
    }),
    act: (client) => client.read("plans", planId, { include: "ClientProfiles" }),
  },
  {
    description: "a private plan is not found",
    given: [aFirm, aPrivatePlan],
    request: { method: "GET", path: "/plans/RefPlan2" },
    response: refused(404),
    act: (client) => client.read("plans", "RefPlan2"),
  },
];

const workflows: readonly Interaction[] = [
  {
    // No document publishes a workflow and no state creates one. This one comes from the sandbox's
    // default fixture.
    description: "a workflow is run",
    given: [["the API key is valid"]],
    request: { method: "POST", path: "/workflows/request-callback", body: { leadId: "RefLead1" } },
    response: answered(200, { accepted: true }),
    act: (client) => client.runWorkflow("request-callback", { leadId: "RefLead1" }),
    wanted: { data: { accepted: true } },
  },
  {
    description: "an unknown workflow is run",
    given: [aFirm],
    request: { method: "POST", path: "/workflows/no-such-workflow", body: {} },
    response: refused(404),
    act: (client) => client.runWorkflow("no-such-workflow", {}),
  },
];

/** Firms, members, referral codes, Plans and workflows. */
export const resourceInteractions: readonly Interaction[] = [...directory, ...plans, ...workflows];

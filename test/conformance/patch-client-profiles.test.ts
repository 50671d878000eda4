import { describeRefusedVerb } from "./refused-verb.ts";

describeRefusedVerb("patch-clientProfiles");

import { describeRefusedVerb } from "./refused-verb.ts";

describeRefusedVerb("post-clientProfiles");

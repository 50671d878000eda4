import { describeRefusedVerb } from "./refused-verb.ts";

describeRefusedVerb("delete-referralCodes");

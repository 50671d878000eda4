import { describeUnofferedWorkflow } from "./unoffered-workflow.ts";

describeUnofferedWorkflow("GET");

export { recordTraces } from "./testing/record-traces";

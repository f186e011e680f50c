export { recordTraces, type RecordedSpan, type RecordedTraces } from "./testing/record-traces";

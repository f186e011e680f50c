export { openTraces, type Traces, type TracesOptions } from "./open-traces";

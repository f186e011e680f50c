export { openTraces } from "./open-traces";

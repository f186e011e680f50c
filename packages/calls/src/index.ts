export * from "./begin-keyed";
export * from "./call-span";
export * from "./charge-kept";
export * from "./find-model";
export * from "./quote";
export * from "./read-context";
export * from "./release-quietly";
export { type Cost, settleCall, type SettleParts } from "./settle-call";
export * from "./settle-delivered";

export * from "./begin-keyed";
export * from "./call-span";
export * from "./charge-kept";
export * from "./find-model";
export * from "./read-context";
export * from "./release-quietly";
export * from "./settle-call";

export * from "./begin-keyed";
export * from "./begin-model-call";
export * from "./call-context";
export * from "./charge-kept";
export * from "./find-model";
export * from "./release-quietly";
export * from "./settle-call";

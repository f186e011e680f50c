export * from "./deferred";
export * from "./manual-clock";
export * from "./seeded-ids";
export * from "./seeded-random";

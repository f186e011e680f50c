export * from "./cenote-error";
export * from "./clock";
export * from "./decimal";
export * from "./error-table";
export * from "./idempotency-key";
export * from "./ids";
export * from "./log";
export * from "./money";

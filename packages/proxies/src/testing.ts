export * from "./testing/connect-proxy";
export * from "./testing/test-certificate";

export * from "./find-proxy";
export * from "./open-tunnel";
export * from "./proxied-agents";
export * from "./proxy-failure";

export * from "./connect-mongo";

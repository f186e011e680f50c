export * from "./spec";

export * from "./client";
export * from "./count-tokens";
export * from "./families";
export * from "./spec";
export { checkQuirks as checkOpenAiCompatibleQuirks } from "./openai-compatible/quirks";
export { type Http, type HttpExchange, type HttpHeaders, type HttpSink, createHttp } from "./wire/http";

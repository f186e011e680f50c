export {
  type AiSdkClient,
  type AiSdkClientOptions,
  type SdkMistake,
  type SdkTarget,
  createAiSdkClient,
} from "./ai-sdk/client";
export * from "./answers/answer-fold";
export * from "./client";
export type { CountedFor } from "./count-turns";
export * from "./count-tokens";
export * from "./answers/event-content";
export * from "./families";
export * from "./media/media-client";
export * from "./media/media-spec";
export { forcesFunction } from "./requests/forces-function";
export { mayCallFunction } from "./requests/may-call-function";
export { isEmptyAnswer } from "./requests/empty-message";
export { withoutFields } from "./requests/without-fields";
export * from "./provider-error";
export * from "./spec";
export type * from "./target";
export * from "./written-schema";
export { type Download, type DownloadRequest, type Downloader, createDownloader } from "./wire/download";
export { readFileAddress } from "./wire/file-address";
export { ForbiddenAddressError } from "./wire/forbidden-address";
export { isPrivateHost } from "./wire/public-lookup";
export type { ProxySettings } from "@cenote/proxies";
export { createHttp } from "./wire/create-http";
export type { Http, HttpExchange, HttpHeaders, HttpSink } from "./wire/http";

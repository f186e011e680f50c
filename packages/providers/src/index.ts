export { type AiSdkClient, type AiSdkClientOptions, type SdkMistake, type SdkTarget, createAiSdkClient } from "./ai-sdk/client";
export * from "./client";
export * from "./count-tokens";
export * from "./families";
export * from "./media-client";
export * from "./media-spec";
export * from "./spec";
export { type Download, type DownloadRequest, type Downloader, createDownloader } from "./wire/download";
export { type Http, type HttpExchange, type HttpHeaders, type HttpSink, createHttp } from "./wire/http";

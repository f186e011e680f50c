export * from "./generated/cenote/billing/v1/billing";
export * from "./generated/cenote/common/v1/context";
export * from "./generated/cenote/common/v1/page";
export * from "./generated/cenote/inference/v1/chat";
export * from "./generated/cenote/inference/v1/embeddings";
export * from "./generated/cenote/inference/v1/inference";
export * from "./generated/cenote/inference/v1/models";
export * from "./generated/cenote/media/v1/media";
export { FILE_DESCRIPTOR_SET } from "./generated/descriptor-set";

export { type Inference, type InferenceOptions, createInference } from "./compose";

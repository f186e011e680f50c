import type { CreateEmbeddingsResponse } from "@cenote/contracts";
import { costMembers } from "../cost-json";

const BYTES_PER_SINGLE = 4;

/** The numbers of a vector as it comes over the wire. */
export const singlesOf = (vector: Buffer): Float32Array => {
  const length = vector.byteLength / BYTES_PER_SINGLE;
  // A typed array needs an aligned start; a vector cut out of a larger message may lack it.
  if (vector.byteOffset % BYTES_PER_SINGLE === 0) return new Float32Array(vector.buffer, vector.byteOffset, length);
  return new Float32Array(Uint8Array.from(vector).buffer, 0, length);
};

const floatJson = (vector: Buffer): string => `[${singlesOf(vector).join(",")}]`;

const base64Json = (vector: Buffer): string => `"${vector.toString("base64")}"`;

/** Embeddings as the JSON of the contract, in the order of the input. Pure. */
export const toEmbeddingsAnswer = (answer: CreateEmbeddingsResponse, encoding: "float" | "base64"): string => {
  const { usage } = answer;
  if (usage === undefined) throw new Error("embeddings without usage");
  const vectorJson = encoding === "base64" ? base64Json : floatJson;
  const data = answer.data.map(({ vector }, index) => `{"object":"embedding","index":${index},"embedding":${vectorJson(vector)}}`);
  return (
    `{"object":"list","model":${JSON.stringify(answer.model)},"data":[${data.join(",")}]` +
    `,"usage":{"prompt_tokens":${usage.promptTokens},"total_tokens":${usage.totalTokens},${costMembers(usage.costUsd, usage.costNanoMxn)}}}`
  );
};

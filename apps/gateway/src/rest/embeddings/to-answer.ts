import type { CreateEmbeddingsResponse } from "@cenote/contracts";
import { numbersOf, singlesOf } from "../../bodies/embeddings/numbers-of";
import { costMembers } from "../cost-json";
import { hasProviderDigits } from "../edition";

const floatJson = (vector: Buffer): string => `[${numbersOf(vector).join(",")}]`;

const doubleJson = (vector: Buffer): string => `[${singlesOf(vector).join(",")}]`;

const base64Json = (vector: Buffer): string => `"${vector.toString("base64")}"`;

/** Bytes that the vectors of an answer take in memory. */
export const bytesOf = ({ data }: CreateEmbeddingsResponse): number =>
  data.reduce((sum, { vector }) => sum + vector.byteLength, 0);

/** Numbers serialized at once: a few milliseconds of work. */
const FLOATS_PER_PIECE = 16 * 1024;

/**
 * Embeddings as the documented JSON, in the order of the input. Two thousand vectors are a hundred megabytes of digits
 * and seconds of work, so each piece is created when it is requested. Pure.
 */
export function* toEmbeddingsPieces(
  answer: CreateEmbeddingsResponse,
  encoding: "float" | "base64",
): Generator<string, void, undefined> {
  const { usage } = answer;
  if (usage === undefined) throw new Error("embeddings without usage");
  const digitsJson = hasProviderDigits(answer.info) ? floatJson : doubleJson;
  const vectorJson = encoding === "base64" ? base64Json : digitsJson;
  let piece = `{"object":"list","model":${JSON.stringify(answer.model)},"data":[`;
  let floats = 0;
  for (const [index, { vector }] of answer.data.entries()) {
    if (floats >= FLOATS_PER_PIECE) {
      yield piece;
      piece = "";
      floats = 0;
    }
    piece += `${index === 0 ? "" : ","}{"object":"embedding","index":${index},"embedding":${vectorJson(vector)}}`;
    floats += vector.byteLength / Float32Array.BYTES_PER_ELEMENT;
  }
  yield `${piece}],"usage":{"prompt_tokens":${usage.promptTokens},"total_tokens":${usage.totalTokens},${costMembers(usage.costUsd, usage.costNanoMxn)}}}`;
}

import type { EmbeddingInput, EmbeddingsRequest } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import type { EmbeddingsBody } from "./body";

const textInput = (value: string, path: string): EmbeddingInput => {
  if (value === "") throw invalidField(path, "must not be empty.");
  return { input: { $case: "text", value } };
};

const tokenInput = (tokens: number[]): EmbeddingInput => ({ input: { $case: "tokens", value: { tokens } } });

const isTokens = (items: string[] | number[] | number[][]): items is number[] => typeof items[0] === "number";

const toInputs = (input: EmbeddingsBody["input"]): EmbeddingInput[] => {
  if (typeof input === "string") return [textInput(input, "input")];
  if (isTokens(input)) return [tokenInput(input)];
  return input.map((item, index) => (typeof item === "string" ? textInput(item, `input[${index}]`) : tokenInput(item)));
};

/** The body as a request to inference. Pure. Errors: invalid_request_error that names the field. */
export const toEmbeddingsRequest = (body: EmbeddingsBody): EmbeddingsRequest => ({
  model: body.model,
  input: toInputs(body.input),
  dimensions: body.dimensions ?? undefined,
  user: body.user ?? undefined,
});

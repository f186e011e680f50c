import { lengthProblem, missingProblem, unknownProblem, valueProblem } from "../openai/field-problems";
import { invalidRequest, type Problem } from "../openai/problem";

export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  readonly n?: number;
  readonly size?: string;
  readonly quality?: string;
  readonly response_format?: string;
  readonly output_format?: string;
  readonly background?: string;
  readonly aspect_ratio?: string;
}

export type ModelKind = "gpt-image" | "dall-e-3" | "grok" | "other";

export const kindOfModel = (model: string): ModelKind => {
  if (/^(gpt|chatgpt)-image/.test(model)) return "gpt-image";
  if (model.startsWith("dall-e-3")) return "dall-e-3";
  return model.startsWith("grok-") ? "grok" : "other";
};

interface Rules {
  readonly maxPrompt: number;
  readonly maxN: number;
  /** Undefined: any. */
  readonly sizes: readonly string[] | undefined;
  readonly qualities: readonly string[] | undefined;
  /** Other models' fields that it rejects. */
  readonly unknown: readonly (keyof ImageRequest)[];
}

const FIRST_GPT_IMAGE_SIZES = ["1024x1024", "1024x1536", "1536x1024", "auto"];

const rulesOf = (model: string): Rules => {
  switch (kindOfModel(model)) {
    case "gpt-image":
      return {
        maxPrompt: 32_000,
        maxN: 10,
        qualities: ["low", "medium", "high", ...(/image-2\.5/.test(model) ? ["xhigh", "max"] : []), "auto"],
        unknown: ["response_format", "aspect_ratio"],
        sizes: /image-(1|1\.5)($|-)/.test(model) ? FIRST_GPT_IMAGE_SIZES : undefined,
      };
    case "dall-e-3":
      return {
        maxPrompt: 4_000,
        maxN: 1,
        sizes: ["1024x1024", "1024x1792", "1792x1024"],
        qualities: ["standard", "hd"],
        unknown: ["output_format", "background", "aspect_ratio"],
      };
    case "grok":
      return {
        maxPrompt: 8_000,
        maxN: 10,
        sizes: undefined,
        qualities: undefined,
        unknown: ["size", "output_format", "background"],
      };
    case "other":
      return { maxPrompt: 32_000, maxN: 10, sizes: undefined, qualities: undefined, unknown: [] };
  }
};

const choiceProblem = (
  field: string,
  value: string | undefined,
  choices: readonly string[] | undefined,
): Problem | undefined =>
  value === undefined || choices === undefined || choices.includes(value)
    ? undefined
    : valueProblem(value, field, choices);

export const imageProblem = (body: ImageRequest): Problem | undefined => {
  const { model, prompt, n, size, quality } = body;
  if (typeof prompt !== "string" || prompt === "") return missingProblem("prompt");
  const rules = rulesOf(model ?? "");
  const unknown = rules.unknown.find((field) => body[field] !== undefined);
  if (unknown !== undefined) return unknownProblem(unknown);
  const long = lengthProblem(prompt, "prompt", rules.maxPrompt);
  if (long !== undefined) return long;
  if (n !== undefined && (!Number.isInteger(n) || n < 1))
    return invalidRequest(
      "Invalid 'n': integer below minimum value. Expected a value >= 1.",
      "n",
      "integer_below_min_value",
    );
  if (n !== undefined && n > rules.maxN) {
    return invalidRequest(
      `Invalid 'n': integer above maximum value. Expected a value <= ${rules.maxN}, but got ${n} instead.`,
      "n",
      "integer_above_max_value",
    );
  }
  if (size !== undefined && size !== "auto" && !/^\d{2,4}x\d{2,4}$/.test(size))
    return invalidRequest(`Invalid size '${size}'.`, "size", "invalid_value");
  return choiceProblem("size", size, rules.sizes) ?? choiceProblem("quality", quality, rules.qualities);
};

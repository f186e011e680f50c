import { dialectOf } from "../openai/dialect";
import { toLogprobs } from "../openai/logprobs";
import { toolCallId } from "../openai/tool-call-id";
import type { Generation } from "../pseudo-model/generate";
import { wordsOf } from "../pseudo-model/words";
import { encryptedReasoning } from "./encrypted-reasoning";
import { itemId, reasoningId } from "./item-ids";

export type ItemStatus = "completed" | "incomplete";

export interface ReasoningItem {
  readonly id: string;
  readonly type: "reasoning";
  readonly summary: readonly { readonly type: "summary_text"; readonly text: string }[];
  readonly encrypted_content?: string;
}

export type ContentPart =
  | {
      readonly type: "output_text";
      readonly text: string;
      readonly annotations: readonly never[];
      readonly logprobs: readonly unknown[];
    }
  | { readonly type: "refusal"; readonly refusal: string };

export interface MessageItem {
  readonly id: string;
  readonly type: "message";
  readonly status: ItemStatus;
  readonly role: "assistant";
  readonly content: readonly [ContentPart];
}

export interface FunctionCallItem {
  readonly id: string;
  readonly type: "function_call";
  readonly status: ItemStatus;
  readonly arguments: string;
  readonly call_id: string;
  readonly name: string;
}

export interface CustomCallItem {
  readonly id: string;
  readonly type: "custom_tool_call";
  readonly status: ItemStatus;
  readonly input: string;
  readonly call_id: string;
  readonly name: string;
}

export type OutputItem = ReasoningItem | MessageItem | FunctionCallItem | CustomCallItem;

export interface ItemOptions {
  readonly provider: string;
  /** Determines the ids. */
  readonly seed: string;
  /** Names of the tools that are called with free text. */
  readonly customTools: ReadonlySet<string>;
  readonly encrypts: boolean;
  readonly summarizes: boolean;
  readonly logprobs: boolean;
}

/** The generated answer as items: reasoning, then a message or calls. */
export const outputItems = (made: Generation, options: ItemOptions): readonly OutputItem[] => {
  const reasoning = made.reasoning === "" ? undefined : reasoningItem(made.reasoning, options);
  const cut = made.finish === "length";
  const { seed } = options;
  const calls = made.toolCalls.map((call, index): FunctionCallItem | CustomCallItem => {
    const isCustom = options.customTools.has(call.name);
    const facts = {
      id: itemId(isCustom ? "ctc" : "fc", `${seed} ${index}`, reasoning?.id),
      status: cut && index === made.toolCalls.length - 1 ? ("incomplete" as const) : ("completed" as const),
      call_id: toolCallId(`${seed} ${call.name} ${index}`, dialectOf("openai")),
      name: call.name,
    };
    return isCustom
      ? { ...facts, type: "custom_tool_call", input: inputIn(call.arguments) }
      : { ...facts, type: "function_call", arguments: call.arguments };
  });
  const spoken = made.text !== "" || made.refusal !== "" || (calls.length === 0 && !cut);
  const message: MessageItem = {
    id: itemId("msg", seed, reasoning?.id),
    type: "message",
    status: cut ? "incomplete" : "completed",
    role: "assistant",
    content: [contentPart(made, options)],
  };
  return [...(reasoning === undefined ? [] : [reasoning]), ...(spoken ? [message] : []), ...calls];
};

/** Empty if `max_tokens` cut off the arguments, which are then not JSON. */
const inputIn = (json: string): string => {
  try {
    return (JSON.parse(json) as { readonly input: string }).input;
  } catch {
    return "";
  }
};

const reasoningItem = (text: string, { provider, seed, encrypts, summarizes }: ItemOptions): ReasoningItem => {
  const id = reasoningId(seed);
  return {
    id,
    type: "reasoning",
    ...(encrypts ? { encrypted_content: encryptedReasoning(provider, id) } : {}),
    summary: summarizes ? summaryOf(text) : [],
  };
};

const PART_WORDS = 8;

/** In several parts, like most real summaries. */
const summaryOf = (text: string): ReasoningItem["summary"] => {
  const words = wordsOf(text);
  return Array.from({ length: Math.ceil(words.length / PART_WORDS) }, (_part, index) => ({
    type: "summary_text",
    text: words
      .slice(index * PART_WORDS, (index + 1) * PART_WORDS)
      .join("")
      .trim(),
  }));
};

const contentPart = (made: Generation, { logprobs }: ItemOptions): ContentPart =>
  made.refusal === "" ? textPart(made.text, logprobs) : { type: "refusal", refusal: made.refusal };

const textPart = (text: string, logprobs: boolean): ContentPart => ({
  type: "output_text",
  text,
  annotations: [],
  logprobs: logprobs ? toLogprobs(text).content : [],
});

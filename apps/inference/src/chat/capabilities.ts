import type { Capability, ChatModel } from "@cenote/catalog";
import {
  type ChatCall,
  type ContentPart,
  LEFT_OUT_FIELDS,
  type LeftOut,
  type UnsupportedField,
} from "@cenote/providers";

export type ChatField = keyof ChatCall;

/** A field of a call that a model can't honour. */
export interface Lack {
  /** Path of the field, as REST names it. */
  readonly param: string;
  /** For the caller; begins with the path. */
  readonly message: string;
  /** Fields to leave out so that the rest can be honoured; empty if that would not help. */
  readonly fields: readonly ChatField[];
  /** What the model's row would have to name, where that is all that is missing. */
  readonly capability?: Capability;
}

export const TOOL_FIELDS: readonly ChatField[] = ["tools", "toolChoice", "parallelToolCalls"];
const LOGPROB_FIELDS: readonly ChatField[] = ["logprobs", "topLogprobs"];

/** `responseFormat` is `response_format` to a caller. */
export const restName = (field: ChatField): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const partAt = (call: ChatCall, type: ContentPart["type"]): number =>
  call.messages.findIndex(({ content }) => typeof content !== "string" && content.some((part) => part.type === type));

/** Index of the first message with a file; -1 if there is none. */
export const fileAt = (call: ChatCall): number => partAt(call, "pdf");

/** Index of the first message that calls a tool or has its result; -1 if there is none. */
const toolTurnAt = (call: ChatCall): number =>
  call.messages.findIndex(({ role, toolCalls = [] }) => role === "tool" || toolCalls.length > 0);

/** What the catalog says the model can't do of this call. Pure. */
export const lacksOfModel = (call: ChatCall, model: ChatModel): Lack[] => {
  const lacks: Lack[] = [];
  const need = (capability: Capability, what: string, { param, fields }: Pick<Lack, "param" | "fields">) => {
    if (!model.capabilities.has(capability))
      lacks.push({ param, fields, capability, message: `${param}: ${model.id} does not support ${what}.` });
  };
  if (call.tools !== undefined && call.tools.length > 0)
    need("tools", "tools", { param: "tools", fields: TOOL_FIELDS });
  const toolTurn = toolTurnAt(call);
  if (toolTurn >= 0) need("tools", "tools, nor their results", { param: `messages[${toolTurn}]`, fields: [] });
  const format = { param: "response_format", fields: ["responseFormat"] } as const;
  if (call.responseFormat?.type === "json_schema") need("json_schema", "json_schema", format);
  if (call.responseFormat?.type === "json_object" && !model.capabilities.has("json_schema"))
    need("json_object", "json_object", format);
  if (call.logprobs === true) need("logprobs", "logprobs", { param: "logprobs", fields: LOGPROB_FIELDS });
  if (call.reasoningEffort !== undefined && call.reasoningEffort !== "none") {
    need("reasoning", "a reasoning effort", { param: "reasoning_effort", fields: ["reasoningEffort"] });
  }
  const image = partAt(call, "image");
  if (image >= 0) need("vision", "images", { param: `messages[${image}].content`, fields: [] });
  const file = fileAt(call);
  if (file >= 0) need("pdf", "PDF files", { param: `messages[${file}].content`, fields: [] });
  if (call.maxTokens !== undefined && model.maxOutputTokens !== undefined && call.maxTokens > model.maxOutputTokens) {
    lacks.push({
      param: "max_tokens",
      fields: [],
      message: `max_tokens: ${model.id} generates at most ${model.maxOutputTokens} tokens.`,
    });
  }
  return lacks;
};

/**
 * Fields without effect on this model that its provider may reject: a non-reasoning model need not be told not to
 * reason.
 */
export const needlessOf = (call: ChatCall, model: ChatModel): readonly ChatField[] =>
  call.reasoningEffort === "none" && !model.capabilities.has("reasoning") ? ["reasoningEffort"] : [];

const LEFT_OUT: ReadonlySet<UnsupportedField> = new Set(LEFT_OUT_FIELDS);

const isLeftOut = (one: UnsupportedField): one is LeftOut => LEFT_OUT.has(one);

/** Fields that a route leaves out without asking. @param unsupported What its family can't honour. */
export const leftOut = (unsupported: readonly UnsupportedField[]): readonly LeftOut[] => unsupported.filter(isLeftOut);

/**
 * Whether the caller is told that a field was left out. An effort means the nearest level that a model has, so a lowered
 * one is not reported.
 */
export const isReported = (one: LeftOut): boolean => one !== "reasoning_effort.level";

/** Fields that a provider's protocol can't express. @param unsupported What its family can't honour. */
export const lacksOfProvider = (unsupported: readonly UnsupportedField[], model: ChatModel): Lack[] =>
  unsupported
    .filter((one): one is Exclude<UnsupportedField, LeftOut> => !isLeftOut(one))
    .map((one) => {
      const {
        field,
        place = "",
        why,
        vital = false,
      }: Exclude<UnsupportedField, string> = typeof one === "string"
        ? { field: one, why: "does not support this field." }
        : one;
      const param = `${restName(field)}${place}`;
      // The model supports functions, but this route does not: without them the answer would be useless, so they are
      // never dropped.
      return {
        param,
        fields: field === "messages" || field === "tools" || vital ? [] : [field],
        message: `${param}: ${model.id} ${why}`,
      };
    });

/** Whether a route takes these messages. @param unsupported What its family can't honour. */
export const takesMessages = (unsupported: readonly UnsupportedField[]): boolean =>
  !unsupported.some((one) => typeof one === "object" && one.field === "messages");

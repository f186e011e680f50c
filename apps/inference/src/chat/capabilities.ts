import type { Capability, ChatModel } from "@cenote/catalog";
import {
  type ChatCall,
  type ContentPart,
  ALWAYS_DROPPABLE_FIELDS,
  type AlwaysDroppable,
  type UnsupportedField,
} from "@cenote/providers";

export type ChatField = keyof ChatCall;

/** A field of a call that a model, or its route, can't honour. */
export interface CapabilityGap {
  /** Path of the field, as REST names it. */
  readonly param: string;
  /** Message for the caller, which begins with the path. */
  readonly message: string;
  /** Fields to drop so that the rest can be honoured; empty if that would not help. */
  readonly fields: readonly ChatField[];
  /** The capability that is missing in the model's row, if that is the only reason. */
  readonly capability?: Capability;
}

export const TOOL_FIELDS: readonly ChatField[] = ["tools", "toolChoice", "parallelToolCalls"];
const LOGPROB_FIELDS: readonly ChatField[] = ["logprobs", "topLogprobs"];

/** REST name of a field: `response_format` for `responseFormat`. */
export const restName = (field: ChatField): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const partAt = (call: ChatCall, type: ContentPart["type"]): number =>
  call.messages.findIndex(({ content }) => typeof content !== "string" && content.some((part) => part.type === type));

/** Index of the first message with a file; -1 if there is none. */
export const fileAt = (call: ChatCall): number => partAt(call, "pdf");

/** Index of the first message that calls a tool or has its result; -1 if there is none. */
const toolTurnAt = (call: ChatCall): number =>
  call.messages.findIndex(({ role, toolCalls = [] }) => role === "tool" || toolCalls.length > 0);

/** The fields of this call that the model can't honour, according to the catalog. Pure. */
export const gapsOfModel = (call: ChatCall, model: ChatModel): CapabilityGap[] => {
  const gaps: CapabilityGap[] = [];
  const need = (capability: Capability, what: string, { param, fields }: Pick<CapabilityGap, "param" | "fields">) => {
    if (!model.capabilities.has(capability))
      gaps.push({ param, fields, capability, message: `${param}: ${model.id} does not support ${what}.` });
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
    gaps.push({
      param: "max_tokens",
      fields: [],
      message: `max_tokens: ${model.id} generates at most ${model.maxOutputTokens} tokens.`,
    });
  }
  return gaps;
};

/**
 * Fields that have no effect on this model and that its provider may reject: a model that does not reason does not need
 * reasoning to be turned off.
 */
export const needlessOf = (call: ChatCall, model: ChatModel): readonly ChatField[] =>
  call.reasoningEffort === "none" && !model.capabilities.has("reasoning") ? ["reasoningEffort"] : [];

const ALWAYS_DROPPABLE: ReadonlySet<UnsupportedField> = new Set(ALWAYS_DROPPABLE_FIELDS);

const isAlwaysDroppable = (one: UnsupportedField): one is AlwaysDroppable => ALWAYS_DROPPABLE.has(one);

/** Fields that a route may drop without asking. @param unsupported Fields that its family can't honour. */
export const alwaysDroppable = (unsupported: readonly UnsupportedField[]): readonly AlwaysDroppable[] =>
  unsupported.filter(isAlwaysDroppable);

/**
 * Whether the field is listed in the caller's `droppedFields`. An effort means the nearest level that a model has, so a
 * lowered level is not listed.
 */
export const isReported = (one: AlwaysDroppable): boolean => one !== "reasoning_effort.level";

/** Fields that a provider's protocol can't express. @param unsupported Fields that its family can't honour. */
export const gapsOfProvider = (unsupported: readonly UnsupportedField[], model: ChatModel): CapabilityGap[] =>
  unsupported
    .filter((one): one is Exclude<UnsupportedField, AlwaysDroppable> => !isAlwaysDroppable(one))
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
      // Functions are never dropped if only this route does not support them: the answer would be useless without them.
      return {
        param,
        fields: field === "messages" || field === "tools" || vital ? [] : [field],
        message: `${param}: ${model.id} ${why}`,
      };
    });

/** Whether a route accepts the messages. @param unsupported Fields that its family can't honour. */
export const takesMessages = (unsupported: readonly UnsupportedField[]): boolean =>
  !unsupported.some((one) => typeof one === "object" && one.field === "messages");

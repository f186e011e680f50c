import type { ReasoningDetail } from "@cenote/contracts";
import type { GrowingText } from "@cenote/core";
import { oneLineJson } from "../../server/answers/one-line-json";
import { packReasoning } from "../opaque-reasoning";

/** The state of an item; `incomplete`: the answer ended within it. */
export type ItemStatus = "in_progress" | "completed" | "incomplete";

export interface TextPart {
  readonly kind: "text";
  readonly text: GrowingText;
  /** Entries of OpenAI's list of log probabilities, as JSON text without brackets; empty for none. */
  readonly logprobs: GrowingText;
}

export interface RefusalPart {
  readonly kind: "refusal";
  readonly text: GrowingText;
}

export interface MessageItem {
  readonly kind: "message";
  readonly id: string;
  readonly parts: (TextPart | RefusalPart)[];
}

export interface ReasoningItem {
  readonly kind: "reasoning";
  readonly id: string;
  readonly text: GrowingText;
  detail: ReasoningDetail | undefined;
}

export interface CallItem {
  readonly kind: "call";
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** Called with free text instead of JSON. */
  readonly isCustom: boolean;
  /** The JSON, or the text. */
  readonly written: GrowingText;
}

/**
 * The encrypted content of reasoning that is neither signed nor encrypted. Clients that keep the conversation
 * themselves send back no item without encrypted content. In a request it is ignored, like any content that is not
 * ours.
 */
const UNSIGNED = "unsigned";

/** One output item of the Responses API. */
export type OutputItem = MessageItem | ReasoningItem | CallItem;

export const partJson = (part: TextPart | RefusalPart): string =>
  part.kind === "text"
    ? `{"type":"output_text","text":${oneLineJson(part.text.whole())},"annotations":[],"logprobs":[${part.logprobs.whole()}]}`
    : `{"type":"refusal","refusal":${oneLineJson(part.text.whole())}}`;

export const summaryJson = (text: string): string => `{"type":"summary_text","text":${oneLineJson(text)}}`;

/** An item as JSON text, on one line. Pure. */
export const itemJson = (item: OutputItem, status: ItemStatus): string => {
  switch (item.kind) {
    case "message":
      return `{"id":"${item.id}","type":"message","status":"${status}","role":"assistant","content":[${item.parts.map(partJson).join(",")}]}`;
    case "reasoning": {
      const content = item.detail === undefined ? UNSIGNED : packReasoning(item.detail);
      // An item that has just begun has neither.
      const sealed = item.detail === undefined && item.text.length === 0 ? "" : `,"encrypted_content":"${content}"`;
      return `{"id":"${item.id}","type":"reasoning","summary":[${item.text.length === 0 ? "" : summaryJson(item.text.whole())}]${sealed}}`;
    }
    case "call": {
      const [type, member] = item.isCustom ? ["custom_tool_call", "input"] : ["function_call", "arguments"];
      const namespace = item.namespace === undefined ? "" : `,"namespace":${oneLineJson(item.namespace)}`;
      return `{"id":"${item.id}","type":"${type}","status":"${status}","call_id":${oneLineJson(item.callId)},"name":${oneLineJson(item.name)}${namespace},"${member}":${oneLineJson(item.written.whole())}}`;
    }
  }
};

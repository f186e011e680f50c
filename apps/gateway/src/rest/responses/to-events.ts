import type { ChatEvent, ReasoningDetail, ToolCallDelta } from "@cenote/contracts";
import { errorJson } from "../../server/answers/error-answer";
import type { AnswerWriter, BegunAnswer } from "../answer-writer";
import { oneLineJson } from "../one-line-json";
import type { ResponsesBody } from "./body";
import { itemIds } from "./item-ids";
import { type CallItem, itemJson, type MessageItem, type OutputItem, partJson, type ReasoningItem, type RefusalPart, summaryJson, type TextPart } from "./items";
import { logprobEntries } from "./logprobs";
import { toOutcome } from "./outcome";
import { outputJson } from "./output";
import { createResponseWriter, type Outcome } from "./response-json";

export interface EventWriterOptions extends BegunAnswer {
  readonly body: ResponsesBody;
}

/**
 * Text and reasoning are one item until the other comes, or a call. Calls stay open to the end, because the pieces of several may come
 * in turns. Pure but for what it has written already.
 */
export const createEventWriter = ({ requestId, started: { created, model }, body }: EventWriterOptions): AnswerWriter => {
  const writeResponse = createResponseWriter(body, { requestId, created, model });
  const newId = itemIds(requestId);
  const items: OutputItem[] = [];
  const calls = new Map<number, CallItem>();
  let open: MessageItem | ReasoningItem | undefined;
  let sequence = 0;
  let outcome: Outcome | undefined;

  const event = (type: string, members: string): string => `event: ${type}\ndata: {"type":"${type}","sequence_number":${sequence++},${members}}\n\n`;
  const place = (item: OutputItem): string => `"output_index":${items.indexOf(item)}`;
  const at = (item: OutputItem): string => `"item_id":"${item.id}",${place(item)}`;
  const atPart = (item: MessageItem): string => `${at(item)},"content_index":${item.parts.length - 1}`;
  const lifecycle = (type: string, now: Outcome): string => event(type, `"response":${writeResponse(now, outputJson(items, now))}`);

  const added = (item: OutputItem): string => {
    items.push(item);
    return event("response.output_item.added", `${place(item)},"item":${itemJson(item, "in_progress")}`);
  };
  const done = (item: OutputItem): string => {
    const isCut = outcome?.status === "incomplete" && item === items.at(-1);
    return event("response.output_item.done", `${place(item)},"item":${itemJson(item, isCut ? "incomplete" : "completed")}`);
  };

  const endPart = (item: MessageItem): string => {
    const part = item.parts.at(-1);
    if (part === undefined) return "";
    const end = part.kind === "text"
      ? event("response.output_text.done", `${atPart(item)},"text":${oneLineJson(part.text)},"logprobs":[${part.logprobs}]`)
      : event("response.refusal.done", `${atPart(item)},"refusal":${oneLineJson(part.text)}`);
    return end + event("response.content_part.done", `${atPart(item)},"part":${partJson(part)}`);
  };
  const endSummary = (item: ReasoningItem): string => {
    if (item.text === "") return "";
    const where = `${at(item)},"summary_index":0`;
    return event("response.reasoning_summary_text.done", `${where},"text":${oneLineJson(item.text)}`) +
      event("response.reasoning_summary_part.done", `${where},"part":${summaryJson(item.text)}`);
  };
  const close = (): string => {
    const item = open;
    open = undefined;
    if (item === undefined) return "";
    return (item.kind === "message" ? endPart(item) : endSummary(item)) + done(item);
  };

  /** The open message with a part of the kind at its end, and what had to be written for it. */
  const openPart = <P extends TextPart | RefusalPart>(fresh: P): { readonly text: string; readonly item: MessageItem; readonly part: P } => {
    let text = "";
    let item = open?.kind === "message" ? open : undefined;
    if (item === undefined) {
      text = close();
      item = { kind: "message", id: newId("msg"), parts: [] };
      text += added(item);
      open = item;
    }
    const last = item.parts.at(-1);
    if (last?.kind === fresh.kind) return { text, item, part: last as P };
    text += endPart(item);
    item.parts.push(fresh);
    return { text: text + event("response.content_part.added", `${atPart(item)},"part":${partJson(fresh)}`), item, part: fresh };
  };

  const writeText = (delta: string, logprobs: string): string => {
    const { text, item, part } = openPart<TextPart>({ kind: "text", text: "", logprobs: "" });
    part.text += delta;
    part.logprobs += part.logprobs === "" || logprobs === "" ? logprobs : `,${logprobs}`;
    return text + event("response.output_text.delta", `${atPart(item)},"delta":${oneLineJson(delta)},"logprobs":[${logprobs}]`);
  };
  const writeRefusal = (delta: string): string => {
    const { text, item, part } = openPart<RefusalPart>({ kind: "refusal", text: "" });
    part.text += delta;
    return text + event("response.refusal.delta", `${atPart(item)},"delta":${oneLineJson(delta)}`);
  };

  const openReasoning = (): { readonly text: string; readonly item: ReasoningItem } => {
    if (open?.kind === "reasoning") return { text: "", item: open };
    const text = close();
    const item: ReasoningItem = { kind: "reasoning", id: newId("rs"), text: "", detail: undefined };
    const begun = text + added(item);
    open = item;
    return { text: begun, item };
  };
  const writeReasoning = (delta: string): string => {
    const begun = openReasoning();
    const { item } = begun;
    let { text } = begun;
    if (delta === "") return text;
    const where = `${at(item)},"summary_index":0`;
    if (item.text === "") text += event("response.reasoning_summary_part.added", `${where},"part":${summaryJson("")}`);
    item.text += delta;
    return text + event("response.reasoning_summary_text.delta", `${where},"delta":${oneLineJson(delta)}`);
  };
  /** It ends the reasoning that it signs. */
  const writeDetail = (detail: ReasoningDetail): string => {
    const { text, item } = openReasoning();
    item.detail = detail;
    return text + close();
  };

  const writeCall = (delta: ToolCallDelta): string => {
    let text = "";
    let item = calls.get(delta.index);
    if (item === undefined) {
      text = close();
      item = { kind: "call", id: newId("fc"), callId: delta.id, name: delta.name, arguments: "" };
      calls.set(delta.index, item);
      text += added(item);
    }
    if (delta.arguments === "") return text;
    item.arguments += delta.arguments;
    return text + event("response.function_call_arguments.delta", `${at(item)},"delta":${oneLineJson(delta.arguments)}`);
  };
  const closeCalls = (): string =>
    [...calls.values()].map((item) => event("response.function_call_arguments.done", `${at(item)},"name":${oneLineJson(item.name)},"arguments":${oneLineJson(item.arguments)}`) + done(item)).join("");

  const writeOne = ({ event: one }: ChatEvent, next: ChatEvent["event"]): string => {
    switch (one?.$case) {
      case "started":
        return lifecycle("response.created", { status: "in_progress" }) + lifecycle("response.in_progress", { status: "in_progress" });
      case "text":
        return one.value === "" ? "" : writeText(one.value, next?.$case === "logprobsJson" ? logprobEntries(next.value) : "");
      case "refusal":
        return one.value === "" ? "" : writeRefusal(one.value);
      case "reasoning":
        return writeReasoning(one.value);
      case "reasoningDetail":
        return writeDetail(one.value);
      case "toolCall":
        return writeCall(one.value);
      case "finished": {
        const { finishReason, usage } = one.value;
        if (usage === undefined) throw new Error("a chat stream finished without usage");
        outcome = toOutcome(finishReason, usage, items);
        return close() + closeCalls() + lifecycle(`response.${outcome.status}`, outcome);
      }
      // Stands with the text before it.
      case "logprobsJson":
      case undefined:
        return "";
    }
  };

  return {
    write: (events) => events.map((one, index) => writeOne(one, events[index + 1]?.event)).join(""),
    isFinished: () => outcome !== undefined,
    end: "",
    failed(error, ofRequest) {
      const { code, message, param } = error;
      const told = oneLineJson({ code, message, param: param ?? null }).slice(1, -1);
      // In this order: OpenAI's clients throw the `error` member, which is that of every other answer. Of a failed response alone, what is built on them
      // knows no more than that it failed.
      return event("error", `${told},${errorJson(error, ofRequest).slice(1, -1)}`) + lifecycle("response.failed", { status: "failed", error });
    },
  };
};

import type { ChatEvent, ReasoningDetail, ToolCallDelta } from "@cenote/contracts";
import { createCustomInputReader, type CustomInputReader, GrowingText } from "@cenote/core";
import { errorJson } from "../../server/answers/error-answer";
import type { AnswerWriter, BegunAnswer } from "../answer-writer";
import { oneLineJson } from "../../server/answers/one-line-json";
import type { ResponsesBody } from "./body";
import { callItem } from "./call-item";
import { declaredTools } from "./declared-tools";
import { ItemEvents } from "./item-events";
import { itemIds } from "./item-ids";
import type { CallItem, MessageItem, OutputItem, ReasoningItem, RefusalPart, TextPart } from "./items";
import { logprobEntries } from "./logprobs";
import { toOutcome } from "./outcome";
import { outputJson } from "./output";
import { createResponseWriter, type Outcome } from "./response-json";

interface OpenCall {
  readonly item: CallItem;
  /** Reads the text for a custom tool. */
  readonly reader: CustomInputReader | undefined;
}

export interface EventWriterOptions extends BegunAnswer {
  readonly body: ResponsesBody;
}

/**
 * Writes the events of the Responses API. A text or reasoning item ends when another item begins. Calls stay open to the
 * end, because their pieces may be interleaved. Its only state is the items so far.
 */
export const createEventWriter = ({
  requestId,
  started: { created, model, info },
  body,
}: EventWriterOptions): AnswerWriter => {
  const writeResponse = createResponseWriter(body, { requestId, created, model, info });
  const newId = itemIds(requestId);
  const itemEvents = new ItemEvents();
  const { items } = itemEvents;
  const declared = declaredTools(body);
  const calls = new Map<number, OpenCall>();
  let open: MessageItem | ReasoningItem | undefined;
  let outcome: Outcome | undefined;

  const lifecycle = (type: string, now: Outcome): string =>
    itemEvents.event(type, `"response":${writeResponse(now, outputJson(items, now))}`);

  const done = (item: OutputItem): string =>
    itemEvents.done(item, outcome?.status === "incomplete" && item === items.at(-1) ? "incomplete" : "completed");
  const close = (): string => {
    const item = open;
    open = undefined;
    if (item === undefined) return "";
    return (item.kind === "message" ? itemEvents.partDone(item) : itemEvents.summaryDone(item)) + done(item);
  };

  /** The open message whose last part is of this kind, with the events that open them. */
  const openPart = <P extends TextPart | RefusalPart>(
    fresh: P,
  ): { readonly text: string; readonly item: MessageItem; readonly part: P } => {
    let text = "";
    let item = open?.kind === "message" ? open : undefined;
    if (item === undefined) {
      text = close();
      item = { kind: "message", id: newId("msg"), parts: [] };
      text += itemEvents.added(item);
      open = item;
    }
    const last = item.parts.at(-1);
    if (last?.kind === fresh.kind) return { text, item, part: last as P };
    text += itemEvents.partDone(item);
    return { text: text + itemEvents.partAdded(item, fresh), item, part: fresh };
  };

  const writeText = (delta: string, logprobs: string): string => {
    const { text, item, part } = openPart<TextPart>({
      kind: "text",
      text: new GrowingText(),
      logprobs: new GrowingText(),
    });
    return text + itemEvents.textAdded(item, part, delta, logprobs);
  };
  const writeRefusal = (delta: string): string => {
    const { text, item, part } = openPart<RefusalPart>({ kind: "refusal", text: new GrowingText() });
    return text + itemEvents.refusalAdded(item, part, delta);
  };

  const openReasoning = (): { readonly text: string; readonly item: ReasoningItem } => {
    if (open?.kind === "reasoning") return { text: "", item: open };
    const text = close();
    const item: ReasoningItem = { kind: "reasoning", id: newId("rs"), text: new GrowingText(), detail: undefined };
    open = item;
    return { text: text + itemEvents.added(item), item };
  };
  const writeReasoning = (delta: string): string => {
    const { text, item } = openReasoning();
    return delta === "" ? text : text + itemEvents.summaryAdded(item, delta);
  };
  /** A signature ends its reasoning item. */
  const writeDetail = (detail: ReasoningDetail): string => {
    const { text, item } = openReasoning();
    item.detail = detail;
    return text + close();
  };

  const writeInto = (item: CallItem, delta: string): string => (delta === "" ? "" : itemEvents.callAdded(item, delta));
  const writeCall = (delta: ToolCallDelta): string => {
    let text = "";
    let call = calls.get(delta.index);
    if (call === undefined) {
      text = close();
      const item = callItem(delta, declared, newId);
      call = { item, reader: item.isCustom ? createCustomInputReader() : undefined };
      calls.set(delta.index, call);
      text += itemEvents.added(item);
    }
    return text + writeInto(call.item, call.reader?.read(delta.arguments) ?? delta.arguments);
  };
  const closeCalls = (): string =>
    [...calls.values()]
      .map(({ item, reader }) => writeInto(item, reader?.end() ?? "") + itemEvents.callDone(item) + done(item))
      .join("");

  const writeOne = ({ event: one }: ChatEvent, next: ChatEvent["event"]): string => {
    switch (one?.$case) {
      case "started":
        return (
          lifecycle("response.created", { status: "in_progress" }) +
          lifecycle("response.in_progress", { status: "in_progress" })
        );
      case "text":
        return one.value === ""
          ? ""
          : writeText(one.value, next?.$case === "logprobsJson" ? logprobEntries(next.value) : "");
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
      // Written with the text before it.
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
      const members = oneLineJson({ code, message, param: param ?? null }).slice(1, -1);
      // In this order, because OpenAI's clients throw the `error` event, which has the full error. From
      // `response.failed` alone their users would only learn that the response failed.
      return (
        itemEvents.event("error", `${members},${errorJson(error, ofRequest).slice(1, -1)}`) +
        lifecycle("response.failed", { status: "failed", error })
      );
    },
  };
};

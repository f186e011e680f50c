import { oneLineJson } from "../../server/answers/one-line-json";
import {
  type CallItem,
  itemJson,
  type MessageItem,
  type OutputItem,
  partJson,
  type ReasoningItem,
  type RefusalPart,
  summaryJson,
  type TextPart,
} from "./items";

/**
 * Writes the numbered events of one stream and of its items. `to-events.ts` decides which events are written. It is a
 * class, so that a stream allocates one object instead of a closure for each kind of event.
 */
export class ItemEvents {
  /** The items of the answer so far, in order. */
  readonly items: OutputItem[] = [];
  /** The index of each item, because every event needs it and a search would be linear. */
  readonly #places = new Map<OutputItem, number>();
  #sequence = 0;

  event(type: string, members: string): string {
    return `event: ${type}\ndata: {"type":"${type}","sequence_number":${this.#sequence++},${members}}\n\n`;
  }

  added(item: OutputItem): string {
    this.#places.set(item, this.items.length);
    this.items.push(item);
    return this.event("response.output_item.added", `${this.#place(item)},"item":${itemJson(item, "in_progress")}`);
  }

  done(item: OutputItem, status: "completed" | "incomplete"): string {
    return this.event("response.output_item.done", `${this.#place(item)},"item":${itemJson(item, status)}`);
  }

  partAdded(item: MessageItem, part: TextPart | RefusalPart): string {
    item.parts.push(part);
    return this.event("response.content_part.added", `${this.#atPart(item)},"part":${partJson(part)}`);
  }

  textAdded(item: MessageItem, part: TextPart, delta: string, logprobs: string): string {
    part.text.add(delta);
    part.logprobs.add(part.logprobs.length === 0 || logprobs === "" ? logprobs : `,${logprobs}`);
    return this.event(
      "response.output_text.delta",
      `${this.#atPart(item)},"delta":${oneLineJson(delta)},"logprobs":[${logprobs}]`,
    );
  }

  refusalAdded(item: MessageItem, part: RefusalPart, delta: string): string {
    part.text.add(delta);
    return this.event("response.refusal.delta", `${this.#atPart(item)},"delta":${oneLineJson(delta)}`);
  }

  /** The end of a message's last part; empty if it has no part. */
  partDone(item: MessageItem): string {
    const part = item.parts.at(-1);
    if (part === undefined) return "";
    const end =
      part.kind === "text"
        ? this.event(
            "response.output_text.done",
            `${this.#atPart(item)},"text":${oneLineJson(part.text.whole())},"logprobs":[${part.logprobs.whole()}]`,
          )
        : this.event("response.refusal.done", `${this.#atPart(item)},"refusal":${oneLineJson(part.text.whole())}`);
    return end + this.event("response.content_part.done", `${this.#atPart(item)},"part":${partJson(part)}`);
  }

  summaryAdded(item: ReasoningItem, delta: string): string {
    const where = `${this.#at(item)},"summary_index":0`;
    const begun =
      item.text.length === 0
        ? this.event("response.reasoning_summary_part.added", `${where},"part":${summaryJson("")}`)
        : "";
    item.text.add(delta);
    return begun + this.event("response.reasoning_summary_text.delta", `${where},"delta":${oneLineJson(delta)}`);
  }

  /** The end of the visible reasoning; empty if there is none. */
  summaryDone(item: ReasoningItem): string {
    if (item.text.length === 0) return "";
    const where = `${this.#at(item)},"summary_index":0`;
    return (
      this.event("response.reasoning_summary_text.done", `${where},"text":${oneLineJson(item.text.whole())}`) +
      this.event("response.reasoning_summary_part.done", `${where},"part":${summaryJson(item.text.whole())}`)
    );
  }

  callAdded(item: CallItem, delta: string): string {
    item.written.add(delta);
    const type = item.isCustom ? "response.custom_tool_call_input.delta" : "response.function_call_arguments.delta";
    return this.event(type, `${this.#at(item)},"delta":${oneLineJson(delta)}`);
  }

  callDone(item: CallItem): string {
    return item.isCustom
      ? this.event(
          "response.custom_tool_call_input.done",
          `${this.#at(item)},"input":${oneLineJson(item.written.whole())}`,
        )
      : this.event(
          "response.function_call_arguments.done",
          `${this.#at(item)},"name":${oneLineJson(item.name)},"arguments":${oneLineJson(item.written.whole())}`,
        );
  }

  #place(item: OutputItem): string {
    return `"output_index":${this.#places.get(item)}`;
  }

  #at(item: OutputItem): string {
    return `"item_id":"${item.id}",${this.#place(item)}`;
  }

  #atPart(item: MessageItem): string {
    return `${this.#at(item)},"content_index":${item.parts.length - 1}`;
  }
}

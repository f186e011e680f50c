import { tokensOf } from "../pseudo-model/tokens";
import { wordsOf } from "../pseudo-model/words";
import { toLogprobs } from "../openai/logprobs";
import type { EventWriter } from "./event-writer";
import type { CustomCallItem, FunctionCallItem, MessageItem, OutputItem, ReasoningItem } from "./output-items";

interface ItemEvents {
  readonly begin: string;
  readonly deltas: readonly string[];
  readonly end: string;
}

/** The events of an item, grouped into pieces of content, which is what `after` counts. */
export const itemPieces = (item: OutputItem, outputIndex: number, writer: EventWriter): readonly string[] => {
  const { begin, deltas, end } = eventsOf(item, outputIndex, writer);
  // The start of a call is a piece of its own, so that the stream can be cut before its arguments.
  return item.type === "function_call" || item.type === "custom_tool_call"
    ? joined({ begin, deltas: ["", ...deltas], end })
    : joined({ begin, deltas, end });
};

/** The start is sent with the first delta, the end with the last. */
const joined = ({ begin, deltas, end }: ItemEvents): readonly string[] =>
  deltas.length === 0
    ? [`${begin}${end}`]
    : deltas.map((delta, index) => `${index === 0 ? begin : ""}${delta}${index === deltas.length - 1 ? end : ""}`);

const eventsOf = (item: OutputItem, outputIndex: number, writer: EventWriter): ItemEvents => {
  switch (item.type) {
    case "reasoning":
      return reasoningEvents(item, outputIndex, writer);
    case "message":
      return messageEvents(item, outputIndex, writer);
    case "function_call":
      return callEvents(item, outputIndex, writer);
    case "custom_tool_call":
      return customCallEvents(item, outputIndex, writer);
  }
};

const reasoningEvents = (item: ReasoningItem, output_index: number, writer: EventWriter): ItemEvents => {
  // The encrypted content at the start is not yet complete.
  const begun = {
    ...item,
    summary: [],
    ...(item.encrypted_content === undefined
      ? {}
      : { encrypted_content: item.encrypted_content.slice(0, item.encrypted_content.length / 2) }),
  };
  return {
    begin: writer.write("response.output_item.added", { output_index, item: begun }),
    deltas: item.summary.flatMap((part, summary_index) =>
      summaryPieces(part, { item_id: item.id, output_index, summary_index }, writer),
    ),
    end: writer.write("response.output_item.done", { output_index, item }),
  };
};

const summaryPieces = (
  part: ReasoningItem["summary"][number],
  place: object,
  { write, writeDelta }: EventWriter,
): readonly string[] =>
  joined({
    begin: write("response.reasoning_summary_part.added", { ...place, part: { ...part, text: "" } }),
    deltas: wordsOf(part.text).map((delta) => writeDelta("response.reasoning_summary_text.delta", { ...place, delta })),
    end:
      write("response.reasoning_summary_text.done", { ...place, text: part.text }) +
      write("response.reasoning_summary_part.done", { ...place, part }),
  });

const messageEvents = (item: MessageItem, output_index: number, { write, writeDelta }: EventWriter): ItemEvents => {
  const [part] = item.content;
  const place = { item_id: item.id, output_index, content_index: 0 };
  const begin = (empty: object): string =>
    write("response.output_item.added", { output_index, item: { ...item, status: "in_progress", content: [] } }) +
    write("response.content_part.added", { ...place, part: empty });
  const end = (): string =>
    write("response.content_part.done", { ...place, part }) +
    write("response.output_item.done", { output_index, item });
  if (part.type === "refusal") {
    return {
      begin: begin({ ...part, refusal: "" }),
      deltas: wordsOf(part.refusal).map((delta) => writeDelta("response.refusal.delta", { ...place, delta })),
      end: write("response.refusal.done", { ...place, refusal: part.refusal }) + end(),
    };
  }
  const logprobs = (delta: string) => (part.logprobs.length > 0 ? toLogprobs(delta).content : []);
  return {
    begin: begin({ ...part, text: "", logprobs: [] }),
    deltas: wordsOf(part.text).map((delta) =>
      writeDelta("response.output_text.delta", { ...place, delta, logprobs: logprobs(delta) }),
    ),
    end: write("response.output_text.done", { ...place, text: part.text, logprobs: part.logprobs }) + end(),
  };
};

const callEvents = (item: FunctionCallItem, output_index: number, { write, writeDelta }: EventWriter): ItemEvents => {
  const place = { item_id: item.id, output_index };
  return {
    begin: write("response.output_item.added", {
      output_index,
      item: { ...item, status: "in_progress", arguments: "" },
    }),
    deltas: tokensOf(item.arguments).map((delta) =>
      writeDelta("response.function_call_arguments.delta", { ...place, delta }),
    ),
    end:
      write("response.function_call_arguments.done", { ...place, arguments: item.arguments }) +
      write("response.output_item.done", { output_index, item }),
  };
};

const customCallEvents = (
  item: CustomCallItem,
  output_index: number,
  { write, writeDelta }: EventWriter,
): ItemEvents => {
  const place = { item_id: item.id, output_index };
  return {
    begin: write("response.output_item.added", { output_index, item: { ...item, status: "in_progress", input: "" } }),
    deltas: tokensOf(item.input).map((delta) =>
      writeDelta("response.custom_tool_call_input.delta", { ...place, delta }),
    ),
    end:
      write("response.custom_tool_call_input.done", { ...place, input: item.input }) +
      write("response.output_item.done", { output_index, item }),
  };
};

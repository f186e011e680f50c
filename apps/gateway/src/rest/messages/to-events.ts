import type { ChatFinished, PromptTokens, ReasoningDetail, ToolCallDelta } from "@cenote/contracts";
import type { AnswerWriter, BegunAnswer } from "../answer-writer";
import { oneLineJson } from "../../server/answers/one-line-json";
import { packReasoning } from "../opaque-reasoning";
import { messagesErrorJson } from "./error-body";
import { messageHead, promptMembers, stopMembers, usageJson } from "./message-json";
import { detailJson } from "./to-message";

const eventOf = (type: string, members: string): string => `event: ${type}\ndata: {"type":"${type}"${members}}\n\n`;
const stopOf = (index: number): string => eventOf("content_block_stop", `,"index":${index}`);

/** LangChain for JavaScript reads the prompt's tokens only here. Others read them at the end, where they are final. */
const usageAtStart = ({ total, cached, cacheWrite }: PromptTokens): string =>
  `{${promptMembers(total, cached, cacheWrite)},"output_tokens":0}`;
const UNKNOWN_PROMPT: PromptTokens = { total: 0, cached: 0, cacheWrite: 0 };

/** The pieces of each kind of block. */
const DELTAS = {
  text: `"text_delta","text"`,
  thinking: `"thinking_delta","thinking"`,
  tool_use: `"input_json_delta","partial_json"`,
  signature: `"signature_delta","signature"`,
} as const;

const EMPTY_BLOCKS = {
  text: `{"type":"text","text":""}`,
  thinking: `{"type":"thinking","thinking":"","signature":""}`,
} as const;

const deltaStartOf = (index: number, kind: keyof typeof DELTAS): string =>
  `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":${DELTAS[kind]}:`;
const DELTA_END = "}}\n\n";

/** The block that is open. */
interface OpenBlock {
  readonly kind: "text" | "thinking" | "tool_use";
  readonly index: number;
  /** The text of a delta event before its value. */
  readonly deltaStart: string;
}

interface BegunCall {
  readonly block: OpenBlock;
  hasInput: boolean;
}

/**
 * Writes Anthropic's events. Its only state is the blocks so far and the text of a refusal, which is sent at the end.
 * The JSON is built by hand, as in `../chat/to-chunks.ts`.
 * @param omitsWords Whether the text of thinking is left out.
 */
export const createMessageWriter = ({ requestId, started }: BegunAnswer, omitsWords = false): AnswerWriter => {
  const calls = new Map<number, BegunCall>();
  let blocks = 0;
  let open: OpenBlock | undefined;
  /** Reasoning that arrived while a text or a call was open. It is sent after that block. */
  let held: ReasoningDetail[] = [];
  let refusal = "";
  let finished = false;

  const start = (block: string): string =>
    eventOf("content_block_start", `,"index":${blocks},"content_block":${block}`);

  /** A complete block. */
  const detailBlock = (detail: ReasoningDetail): string => {
    const signature =
      detail.encrypted === "" ? `${deltaStartOf(blocks, "signature")}"${packReasoning(detail)}"${DELTA_END}` : "";
    const text = start(signature === "" ? detailJson(detail, "") : EMPTY_BLOCKS.thinking) + signature + stopOf(blocks);
    blocks++;
    return text;
  };

  const close = (): string => {
    const stop = open === undefined ? "" : stopOf(open.index);
    open = undefined;
    return stop + takeHeld();
  };

  const takeHeld = (): string => {
    const text = held.map(detailBlock).join("");
    held = [];
    return text;
  };

  const begin = (kind: OpenBlock["kind"], block: string): { readonly text: string; readonly begun: OpenBlock } => {
    const text = close() + start(block);
    const begun = { kind, index: blocks, deltaStart: deltaStartOf(blocks, kind) };
    open = begun;
    blocks++;
    return { text, begun };
  };

  const say = (kind: "text" | "thinking", words: string): string => {
    const { text, begun } = open?.kind === kind ? { text: "", begun: open } : begin(kind, EMPTY_BLOCKS[kind]);
    return text + begun.deltaStart + oneLineJson(words) + DELTA_END;
  };

  const sign = (detail: ReasoningDetail): string => {
    if (open === undefined) return detailBlock(detail);
    if (open.kind !== "thinking") {
      held.push(detail);
      return "";
    }
    return `${deltaStartOf(open.index, "signature")}"${packReasoning(detail)}"${DELTA_END}${close()}`;
  };

  /**
   * Pieces of parallel calls may be interleaved: a late piece belongs to its call's block, even if that has stopped.
   */
  const callTool = ({ index, id, name, arguments: input }: ToolCallDelta): string => {
    let text = "";
    let call = calls.get(index);
    if (call === undefined) {
      const started = begin(
        "tool_use",
        `{"type":"tool_use","id":${oneLineJson(id)},"name":${oneLineJson(name)},"input":{}}`,
      );
      text = started.text;
      call = { block: started.begun, hasInput: false };
      calls.set(index, call);
    }
    // A late `{}` means that the call has no input, which the block already says.
    if (input === "" || (input === "{}" && !call.hasInput && call.block !== open)) return text;
    call.hasInput = true;
    return text + call.block.deltaStart + oneLineJson(input) + DELTA_END;
  };

  const finish = ({ finishReason, usage }: ChatFinished): string => {
    if (usage === undefined) throw new Error("a chat stream finished without usage");
    finished = true;
    // Before the last block stops, because Claude Code takes the block that stops last as the answer.
    const last = takeHeld() + close();
    return `${last}${eventOf("message_delta", `,"delta":{${stopMembers(finishReason, refusal)}},"usage":${usageJson(usage)}`)}${eventOf("message_stop", "")}`;
  };

  return {
    write(events) {
      let text = "";
      for (const { event } of events) {
        switch (event?.$case) {
          case "text":
            text += say("text", event.value);
            break;
          case "reasoning":
            if (!omitsWords) text += say("thinking", event.value);
            break;
          case "reasoningDetail":
            text += sign(event.value);
            break;
          case "refusal":
            refusal += event.value;
            break;
          case "toolCall":
            text += callTool(event.value);
            break;
          case "started":
            text += eventOf(
              "message_start",
              `,"message":{${messageHead(requestId, started.model)},"content":[],"stop_reason":null,"stop_sequence":null,"stop_details":null,"usage":${usageAtStart(started.prompt ?? UNKNOWN_PROMPT)}}`,
            );
            break;
          case "finished":
            text += finish(event.value);
            break;
          case "logprobsJson":
          case undefined:
        }
      }
      return text;
    },
    isFinished: () => finished,
    end: "",
    failed: (error, ofRequest) => `event: error\ndata: ${messagesErrorJson(error, ofRequest)}\n\n`,
  };
};

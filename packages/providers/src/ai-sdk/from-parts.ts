import { GrowingText } from "@cenote/core";
import { malformed } from "../answers/answer-failures";
import type { LanguageModelV4StreamPart, SharedV4Warning } from "@ai-sdk/provider";
import type { ChatEvent } from "../spec";
import { toPartError } from "./errors";
import { toFinishReason } from "./finish";
import { type Metadata, mergeMetadata, toReasoningDetail } from "./reasoning-details";
import { toUsage } from "./usage";

/** Blocks and tool calls of one answer. */
const MAX_OPEN_PARTS = 1_024;

interface ToolState {
  readonly index: number;
  /** Whether its deltas are not JSON. The complete call then follows. */
  readonly deltasAreText: boolean;
  told: boolean;
  argumentCharacters: number;
}

type PartOf<Type extends LanguageModelV4StreamPart["type"]> = Extract<LanguageModelV4StreamPart, { type: Type }>;

interface ReasoningState {
  readonly text: GrowingText;
  metadata: Metadata | undefined;
}

/** Turns the parts of a package's stream into chat events. It has state: each stream has its own. */
export interface PartReader {
  /** Throws ProviderError for an error in the stream; `malformed` if only this part can't be read. */
  read(part: LanguageModelV4StreamPart): readonly ChatEvent[];
  /** True once the answer is complete. */
  readonly complete: boolean;
}

export interface PartReaderOptions {
  readonly nowMs: () => number;
  readonly onWarnings: (warnings: readonly SharedV4Warning[]) => void;
}

const EMPTY: readonly ChatEvent[] = [];

export const createPartReader = ({ nowMs, onWarnings }: PartReaderOptions): PartReader => {
  const tools = new Map<string, ToolState>();
  const reasoning = new Map<string, ReasoningState>();

  const toolOf = (id: string, deltasAreText: boolean): ToolState => {
    let tool = tools.get(id);
    if (tool === undefined) {
      if (tools.size === MAX_OPEN_PARTS)
        throw malformed(`The provider's answer calls more than ${MAX_OPEN_PARTS} tools.`);
      tools.set(id, (tool = { index: tools.size, deltasAreText, told: false, argumentCharacters: 0 }));
    }
    return tool;
  };
  const reasoningOf = (id: string): ReasoningState => {
    let block = reasoning.get(id);
    if (block === undefined) {
      if (reasoning.size === MAX_OPEN_PARTS)
        throw malformed(`The provider's answer holds more than ${MAX_OPEN_PARTS} blocks of reasoning.`);
      reasoning.set(id, (block = { text: new GrowingText(), metadata: undefined }));
    }
    return block;
  };
  const readReasoning = (
    part: PartOf<"reasoning-start" | "reasoning-delta" | "reasoning-end">,
  ): readonly ChatEvent[] => {
    const block = reasoningOf(part.id);
    block.metadata = mergeMetadata(block.metadata, part.providerMetadata);
    if (part.type === "reasoning-end") return closeReasoning(part.id);
    if (part.type === "reasoning-start" || part.delta === "") return EMPTY;
    block.text.add(part.delta);
    return [{ type: "reasoning", text: part.delta }];
  };
  const closeReasoning = (id: string): readonly ChatEvent[] => {
    const block = reasoning.get(id);
    reasoning.delete(id);
    return block?.metadata === undefined
      ? EMPTY
      : [{ type: "reasoning_detail", detail: toReasoningDetail(block.metadata, { text: block.text.whole() }) }];
  };
  const toolEvent = (tool: ToolState, id: string, name: string, text: string): ChatEvent => {
    tool.argumentCharacters += text.length;
    if (tool.told) return { type: "tool_call", index: tool.index, arguments: text };
    tool.told = true;
    return { type: "tool_call", index: tool.index, id, name, arguments: text };
  };
  const readToolStart = (part: PartOf<"tool-input-start">): readonly ChatEvent[] => {
    if (part.providerExecuted === true) return EMPTY;
    const tool = toolOf(part.id, part.inputEncoding === "text");
    return tool.deltasAreText ? EMPTY : [toolEvent(tool, part.id, part.toolName, "")];
  };
  const readToolDelta = (id: string, text: string): readonly ChatEvent[] => {
    const tool = tools.get(id);
    return tool === undefined || tool.deltasAreText || text === "" ? EMPTY : [toolEvent(tool, id, "", text)];
  };
  /** Reads a complete call, which has already been passed on if it had deltas. */
  const readToolCall = ({
    toolCallId,
    toolName,
    input,
    providerMetadata,
  }: PartOf<"tool-call">): readonly ChatEvent[] => {
    const tool = toolOf(toolCallId, false);
    return [
      ...(tool.argumentCharacters === 0 ? [toolEvent(tool, toolCallId, toolName, input)] : []),
      ...(providerMetadata === undefined
        ? []
        : [{ type: "reasoning_detail" as const, detail: toReasoningDetail(providerMetadata, { toolCallId }) }]),
    ];
  };
  const readFinish = (part: PartOf<"finish">): readonly ChatEvent[] => {
    const usage = toUsage(part.usage);
    const reason = toFinishReason(part.finishReason, tools.size > 0);
    return [
      ...[...reasoning.keys()].flatMap(closeReasoning),
      ...(usage === undefined ? [] : [{ type: "usage" as const, usage }]),
      { type: "finish", reason },
    ];
  };

  const reader = {
    complete: false,
    read(part: LanguageModelV4StreamPart): readonly ChatEvent[] {
      switch (part.type) {
        case "text-delta":
          return part.delta === "" ? EMPTY : [{ type: "text", text: part.delta }];
        case "reasoning-start":
        case "reasoning-delta":
        case "reasoning-end":
          return readReasoning(part);
        case "tool-input-start":
          return readToolStart(part);
        case "tool-input-delta":
          return readToolDelta(part.id, part.delta);
        case "tool-call":
          return part.providerExecuted === true ? EMPTY : readToolCall(part);
        case "stream-start":
          onWarnings(part.warnings);
          return EMPTY;
        case "finish": {
          const last = readFinish(part);
          reader.complete = true;
          return last;
        }
        case "error":
          throw toPartError(part.error, nowMs());
        case "text-start":
        case "text-end":
        case "tool-input-end":
        case "response-metadata":
        case "ping":
        case "raw":
          return EMPTY;
        // A chat answer has no place for these.
        case "source":
        case "file":
        case "reasoning-file":
        case "custom":
        case "tool-result":
        case "tool-approval-request":
          return EMPTY;
      }
    },
  };
  return reader;
};

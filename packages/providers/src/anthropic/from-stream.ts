import type { ChatEvent, ChatStreamReader } from "../spec";
import { createAnswerBlocks } from "./answer-blocks";
import { toStreamError } from "./errors";
import { refusalIn, toFinishReason } from "./finish";
import { createTextDeltas } from "./text-delta";
import { mergeUsage, toUsage } from "./usage";
import type { WireDelta, WireEvent, WireUsage } from "./wire-types";
import { parseEvent } from "../wire/parse-event";

const NOTHING: readonly ChatEvent[] = [];

const withoutOutput = (usage: WireUsage | null | undefined): WireUsage | null | undefined => {
  if (usage === undefined || usage === null) return usage;
  const { output_tokens: _, ...prompt } = usage;
  return prompt;
};

const indexOf = (event: WireEvent): number => (typeof event.index === "number" ? event.index : 0);

/** Reads the events of a streamed message. Unknown types of events and blocks are ignored. */
export const createStreamReader = (): ChatStreamReader => {
  const textDeltas = createTextDeltas();
  const blocks = createAnswerBlocks();
  let usage: WireUsage = {};

  const readUsage = (told: WireUsage | null | undefined): readonly ChatEvent[] => {
    if (!told) return NOTHING;
    usage = mergeUsage(usage, told);
    const total = toUsage(usage);
    return total === undefined ? NOTHING : [{ type: "usage", usage: total }];
  };

  const finish = (delta: WireDelta): ChatEvent[] => {
    reader.complete = true;
    const events = blocks.close();
    const refusal = refusalIn(delta);
    if (refusal !== "") events.push({ type: "refusal", text: refusal });
    return [...events, { type: "finish", reason: toFinishReason(delta.stop_reason, blocks.hasCalledTools()) }];
  };

  const readEvent = (event: WireEvent, data: string): readonly ChatEvent[] => {
    switch (event.type) {
      case "message_start":
        // The tokens of the answer are reported at its end; this count is from before there are any.
        return readUsage(withoutOutput(event.message?.usage));
      case "content_block_start":
        return blocks.start(indexOf(event), event.content_block ?? {});
      case "content_block_delta": {
        const events = blocks.delta(indexOf(event), event.delta ?? {});
        const [only] = events;
        if (only?.type === "text" || only?.type === "reasoning") textDeltas.learn(data, only);
        return events;
      }
      case "content_block_stop":
        return blocks.stop(indexOf(event));
      case "message_delta": {
        const ends = typeof event.delta?.stop_reason === "string" && !reader.complete ? finish(event.delta) : NOTHING;
        return [...ends, ...readUsage(event.usage)];
      }
      case "message_stop":
        reader.ended = true;
        return NOTHING;
      case "error":
        throw toStreamError(data);
      default:
        return NOTHING;
    }
  };

  const reader = {
    complete: false,
    ended: false,
    read(data: string, name: string): readonly ChatEvent[] {
      const repeated = textDeltas.read(data);
      if (repeated !== undefined) {
        if (repeated.type === "reasoning") blocks.thought(repeated.text);
        return [repeated];
      }
      if (name === "error") throw toStreamError(data);
      if (data === "") return NOTHING;
      return readEvent(parseEvent(data), data);
    },
  };
  return reader;
};

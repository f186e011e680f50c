import type { ChatFinished, ReasoningDetail, ToolCallDelta } from "@cenote/contracts";
import { goesWithText } from "../../resumable-answers/goes-with-text";
import { errorJson } from "../../server/answers/error-answer";
import type { AnswerWriter, BegunAnswer } from "../answer-writer";
import { oneLineJson, onOneLine } from "../../server/answers/one-line-json";
import { hasSummaries, numbersDetails } from "../edition";
import { reasoningDetailJson } from "./reasoning-detail-json";
import { createReasoningWords } from "./reasoning-summary";
import { usageJson } from "./usage-json";

export interface ChunkOptions extends BegunAnswer {
  /** Sends usage in an extra chunk without choices, and `usage: null` in every chunk before, as OpenAI does. */
  readonly includeUsage: boolean;
  /**
   * Whether unsigned reasoning is repeated as one detail after its text. Not for resumable answers: a reader may begin
   * anywhere, and each chunk must be the same for all readers.
   */
  readonly summarizes: boolean;
}

const DONE = "data: [DONE]\n\n";

const toolCallDelta = (call: ToolCallDelta): string => {
  const isFirst = call.id !== "" || call.name !== "";
  const head = isFirst
    ? `"id":${JSON.stringify(call.id)},"type":"function","function":{"name":${JSON.stringify(call.name)},`
    : `"function":{`;
  return `{"tool_calls":[{"index":${call.index},${head}"arguments":${oneLineJson(call.arguments)}}}]}`;
};

/**
 * Writes the chunks of one stream. Its only state: whether the answer is complete, the number of reasoning details, and
 * reasoning text until it is signed. The JSON is built by hand because this is the gateway's hottest code.
 */
export const createChunkWriter = ({ requestId, started, includeUsage, summarizes }: ChunkOptions): AnswerWriter => {
  const head = `data: {"id":"${requestId}","object":"chat.completion.chunk","created":${started.created},"model":${JSON.stringify(started.model)},"choices":[`;
  const open = `${head}{"index":0,"delta":`;
  const tail = includeUsage ? `],"usage":null}\n\n` : "]}\n\n";
  const close = `,"finish_reason":null}${tail}`;
  const words = summarizes && hasSummaries(started.info) ? createReasoningWords() : undefined;
  let details = 0;
  let finished = false;

  const chunk = (delta: string, logprobs: string): string =>
    logprobs === "" ? open + delta + close : `${open}${delta},"logprobs":${logprobs}${close}`;

  /** OpenAI's package for Python joins the deltas of any list by the `index` of its entries, and fails without it. */
  const numbered = (json: string, index: number): string =>
    numbersDetails(started.info) ? `${json.slice(0, -1)},"index":${index}}` : json;

  const summary = (): string => {
    const unsigned = words?.take() ?? "";
    return unsigned === "" ? "" : chunk(`{"reasoning_details":[${numbered(unsigned, details++)}]}`, "");
  };

  const detail = (one: ReasoningDetail, place: number | undefined): string => {
    const unsigned = words?.before(one) ?? "";
    const before = unsigned === "" ? "" : `${numbered(unsigned, details++)},`;
    const json = numbered(reasoningDetailJson(one, started.info), place ?? details++);
    return chunk(`{"reasoning_details":[${before}${json}]}`, "");
  };

  const last = ({ finishReason, usage }: ChatFinished): string => {
    if (usage === undefined) throw new Error("a chat stream finished without usage");
    finished = true;
    const end = `${open}{},"finish_reason":${JSON.stringify(finishReason)}}`;
    return includeUsage
      ? `${end}${tail}${head}],"usage":${usageJson(usage, started.info)}}\n\n`
      : `${end}],"usage":${usageJson(usage, started.info)}}\n\n`;
  };

  return {
    write(events) {
      let text = "";
      for (let index = 0; index < events.length; index++) {
        const event = events[index]?.event;
        const name = event?.$case;
        // Logprobs may come with each piece of reasoning.
        if (name !== "reasoning" && name !== "reasoningDetail" && name !== "logprobsJson") text += summary();
        switch (event?.$case) {
          case "text": {
            const next = events[index + 1]?.event;
            const logprobs = goesWithText(next) ? onOneLine(next.value) : "";
            if (logprobs !== "") index++;
            text += chunk(`{"content":${oneLineJson(event.value)}}`, logprobs);
            break;
          }
          case "reasoning":
            words?.said(event.value);
            text += chunk(`{"reasoning_content":${oneLineJson(event.value)}}`, "");
            break;
          case "reasoningDetail":
            text += detail(event.value, events[index]?.index);
            break;
          case "refusal":
            text += chunk(`{"refusal":${oneLineJson(event.value)}}`, "");
            break;
          case "toolCall":
            text += chunk(toolCallDelta(event.value), "");
            break;
          case "logprobsJson":
            text += chunk("{}", onOneLine(event.value));
            break;
          case "started":
            text += chunk(`{"role":"assistant"}`, "");
            break;
          case "finished":
            text += last(event.value);
            break;
          case undefined:
        }
      }
      return text;
    },
    isFinished: () => finished,
    end: DONE,
    failed: (error, ofRequest) => `data: ${errorJson(error, ofRequest)}\n\n`,
  };
};

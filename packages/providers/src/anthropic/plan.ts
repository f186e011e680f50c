import { forcesFunction } from "../requests/forces-function";
import type { ChatCall } from "../spec";
import type { Target } from "../target";
import { createGrammarRoom } from "./grammar-room";
import { type Quirks, quirksOf } from "./quirks";
import { type FormatPlan, planFormat } from "./response-format";
import { type SamplingPlan, planSampling } from "./sampling";
import { type ThinkingPlan, planThinking } from "./thinking";
import { type ToolPlan, planTools } from "./tools";

/** Whether the answer must be a tool call. A format then has no effect, and a tool for the answer would be an alternative. */
const isAnswerCall = (call: ChatCall, { forcedTools }: Quirks): boolean =>
  forcedTools && forcesFunction(call) && (call.tools ?? []).length > 0;

/** How the settings of a call are requested from this model. The parts of a plan depend on each other. */
export interface CallPlan {
  readonly quirks: Quirks;
  readonly maxTokens: number;
  readonly format: FormatPlan;
  readonly tools: ToolPlan;
  readonly thinking: ThinkingPlan;
  readonly sampling: SamplingPlan;
}

export const planCall = (call: ChatCall, target: Target): CallPlan => {
  const quirks = quirksOf(target);
  const maxTokens = call.maxTokens ?? quirks.defaultMaxTokens;
  const grammars = createGrammarRoom();
  const format = planFormat(isAnswerCall(call, quirks) ? undefined : call.responseFormat, quirks, grammars);
  const tools = planTools(call, format, quirks, grammars);
  const thinking = planThinking(call, { maxTokens, forcedTool: tools.forced, quirks });
  return { quirks, maxTokens, format, tools, thinking, sampling: planSampling(call, quirks, thinking.on) };
};

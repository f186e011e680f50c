import { type ChatCall, forcesFunction, mayCallFunction, withoutFields } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { TOOL_FIELDS } from "./capabilities";
import { instructedCalls, notEnforced } from "./instructed-format";
import { type Judge, type Judged, type Unsupported, createJudge, lacksFormat } from "./judged-call";

/** What a route that can't honour the call's JSON format gets instead of the call. */
interface Instead {
  readonly judged: Judged;
  /** What it loses, as REST names it. */
  readonly weaker: readonly string[];
}

type InsteadOf = (candidate: ChatCandidate, asked: Judged) => Instead | undefined;

const mustCall = (call: ChatCall, { lacks }: Judged): boolean =>
  forcesFunction(call) && !lacks.some(({ param }) => param === "tools" || param === "tool_choice");

/** Whether the route would honour the format, were there no functions beside it. */
const takesAlone = (judgeAlone: Judge, candidate: ChatCandidate): boolean => !lacksFormat(judgeAlone(candidate));

/**
 * What a route gets instead of a JSON format. If the answer must be a function call: nothing, because a format is not
 * about calls. Otherwise the format in words, if it is a schema and the catalog lets the model be told so, or if only the
 * functions beside it keep the route from honouring it. Undefined if the call is to be taken or refused as it is.
 */
export const createInstead = (call: ChatCall, unsupported: Unsupported): InsteadOf => {
  const { responseFormat: format } = call;
  if (format === undefined || format.type === "text") return () => undefined;
  const judgesInWords = instructedCalls(call).map((form) => createJudge(form, unsupported));
  const judgeWithout = createJudge(withoutFields(call, ["responseFormat"]), unsupported);
  const judgeAlone = createJudge(withoutFields(call, TOOL_FIELDS), unsupported);
  return (candidate, asked) => {
    if (!lacksFormat(asked)) return undefined;
    if (mustCall(call, asked)) return { judged: judgeWithout(candidate), weaker: [] };
    const isInstructed = format.type === "json_schema" && candidate.model.capabilities.has("json_schema_instructed");
    if (!isInstructed && !(mayCallFunction(call) && takesAlone(judgeAlone, candidate))) return undefined;
    const judged = judgesInWords.map((judge) => judge(candidate)).find((one) => !lacksFormat(one));
    return judged === undefined ? undefined : { judged, weaker: [notEnforced(format)] };
  };
};

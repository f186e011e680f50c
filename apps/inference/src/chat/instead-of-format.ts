import { type ChatCall, forcesFunction, mayCallFunction, withoutFields } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { TOOL_FIELDS } from "./capabilities";
import { instructedCalls, notEnforced } from "./instructed-format";
import { type Assess, type AssessedCall, type Unsupported, createAssess, lacksFormat } from "./assess-call";

/** The call that a route gets if it can't honour the JSON format. */
interface Instead {
  readonly assessed: AssessedCall;
  /** REST names of what is not enforced. */
  readonly weaker: readonly string[];
}

type InsteadOf = (candidate: ChatCandidate, asked: AssessedCall) => Instead | undefined;

const mustCall = (call: ChatCall, { gaps }: AssessedCall): boolean =>
  forcesFunction(call) && !gaps.some(({ param }) => param === "tools" || param === "tool_choice");

/** Whether the route can honour the format in a call without functions. */
const takesAlone = (assessAlone: Assess, candidate: ChatCandidate): boolean => !lacksFormat(assessAlone(candidate));

/**
 * Replaces a JSON format that a route can't honour. If the answer must be a function call, the format is dropped, since it
 * has no effect on calls. Otherwise the format becomes text if it is a schema and the catalog allows that, or if the route
 * can't honour it only because of the functions. Returns undefined if the call stays as it is, accepted or refused.
 */
export const createInstead = (call: ChatCall, unsupported: Unsupported): InsteadOf => {
  const { responseFormat: format } = call;
  if (format === undefined || format.type === "text") return () => undefined;
  const assessInWords = instructedCalls(call).map((form) => createAssess(form, unsupported));
  const assessWithout = createAssess(withoutFields(call, ["responseFormat"]), unsupported);
  const assessAlone = createAssess(withoutFields(call, TOOL_FIELDS), unsupported);
  return (candidate, asked) => {
    if (!lacksFormat(asked)) return undefined;
    if (mustCall(call, asked)) return { assessed: assessWithout(candidate), weaker: [] };
    const isInstructed = format.type === "json_schema" && candidate.model.capabilities.has("json_schema_instructed");
    if (!isInstructed && !(mayCallFunction(call) && takesAlone(assessAlone, candidate))) return undefined;
    const assessed = assessInWords.map((assess) => assess(candidate)).find((one) => !lacksFormat(one));
    return assessed === undefined ? undefined : { assessed, weaker: [notEnforced(format)] };
  };
};

import { type ChatCall, forcesFunction } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import { NOT_ENFORCED, instructedCalls, offersTools } from "./instructed-schema";
import { type Judge, type Judged, type Unsupported, createJudge, lacksFormat, omit } from "./judged-call";

/** A form of a call that a route gets which can't honour the call's JSON schema. */
interface Instead {
  readonly judged: Judged;
  /** What it loses, as REST names it. */
  readonly weaker: readonly string[];
}

type InsteadOf = (candidate: Candidate, asked: Judged) => Instead | undefined;

const FORMAT = new Set(["responseFormat"] as const);
const TOOLS = new Set(["tools", "toolChoice", "parallelToolCalls"] as const);

const mustCall = (call: ChatCall, { lacks }: Judged): boolean =>
  forcesFunction(call) && !lacks.some(({ param }) => param === "tools" || param === "tool_choice");

/** Whether the route would honour the schema, were there no functions beside it. */
const takesAlone = (judgeAlone: Judge, candidate: Candidate): boolean => !lacksFormat(judgeAlone(candidate));

/**
 * What a route gets instead of a JSON schema: the schema in words, if its model is to be told so, or if only the
 * functions beside it are in the way; and nothing of it where the answer must be a call, as the schema is not about
 * calls. Undefined where the call is to be taken or refused as it is.
 */
export const createInstead = (call: ChatCall, unsupported: Unsupported): InsteadOf => {
  if (call.responseFormat?.type !== "json_schema") return () => undefined;
  const judgesInWords = instructedCalls(call).map((form) => createJudge(form, unsupported));
  const judgeWithout = createJudge(omit(call, FORMAT), unsupported);
  const judgeAlone = createJudge(omit(call, TOOLS), unsupported);
  return (candidate, asked) => {
    if (!lacksFormat(asked)) return undefined;
    if (mustCall(call, asked)) return { judged: judgeWithout(candidate), weaker: [] };
    const { capabilities } = candidate.model;
    if (!capabilities.has("json_schema_instructed") && !(offersTools(call) && takesAlone(judgeAlone, candidate)))
      return undefined;
    const judged = judgesInWords.map((judge) => judge(candidate)).find((one) => !lacksFormat(one));
    return judged === undefined ? undefined : { judged, weaker: [NOT_ENFORCED] };
  };
};

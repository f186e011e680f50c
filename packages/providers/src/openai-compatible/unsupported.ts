import { refusedPrefix } from "../requests/begun-answer";
import { forcesFunction } from "../requests/forces-function";
import { hasGrammar } from "../requests/grammars";
import { imageUrls } from "../requests/image-urls";
import { isTaken, lostSummary, otherLevel } from "../requests/reasoning-effort";
import { namesSpeakers } from "../requests/speaker-names";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { lostVerbosity } from "../requests/verbosity";
import { wantsJson } from "../requests/wants-json";
import { planEffort } from "./effort";
import { LACKABLE_FIELDS, type Quirks, quirksOf, takesName } from "./quirks";

/** Fields whose value asks for nothing but the default change nothing where they are left out. */
const samplingFields = (call: ChatCall): (keyof ChatCall)[] => {
  const fields: (keyof ChatCall)[] = [];
  if (call.temperature !== undefined && call.temperature !== 1) fields.push("temperature");
  if (call.topP !== undefined && call.topP !== 1) fields.push("topP");
  if (call.presencePenalty) fields.push("presencePenalty");
  if (call.frequencyPenalty) fields.push("frequencyPenalty");
  if (call.logprobs === true) fields.push("logprobs");
  if (call.topLogprobs) fields.push("topLogprobs");
  return fields;
};

/** Whether the target takes the fields of sampling in this call. */
export const takesSampling = (call: ChatCall, target: Target): boolean =>
  isTaken(quirksOf(target).sampling, planEffort(call, target).effort);

/** A penalty of 0 and an empty list ask for nothing, nor do parallel calls that are allowed, or of no functions. */
const asksFor = (call: ChatCall, field: keyof ChatCall): boolean => {
  const value = call[field];
  if (field === "parallelToolCalls")
    return value === false && (call.tools ?? []).length > 0 && call.toolChoice?.mode !== "none";
  return value !== undefined && (value !== 0 || field === "seed") && !(Array.isArray(value) && value.length === 0);
};

/** Functions that may not be called do without the declaration, where a JSON format excludes it. */
export const offersTools = (call: ChatCall, target: Target): boolean => {
  const { tools, jsonWithTools } = quirksOf(target);
  return (
    (call.tools ?? []).length > 0 &&
    tools !== "never" &&
    (jsonWithTools || !wantsJson(call) || call.toolChoice?.mode !== "none")
  );
};

const jsonExcluded = (call: ChatCall, target: Target): boolean =>
  !quirksOf(target).jsonWithTools && wantsJson(call) && offersTools(call, target);

/** A format has no effect where the answer must be a call. */
const lacksFormat = (call: ChatCall, { responseFormats }: Quirks): boolean =>
  call.responseFormat !== undefined && wantsJson(call) && !responseFormats.includes(call.responseFormat.type);

const cannotForce = (call: ChatCall, { forcedTools }: Quirks): boolean =>
  forcedTools === "never" && forcesFunction(call);

const hasTooManyStops = ({ stop = [] }: ChatCall, { maxStopSequences = Infinity }: Quirks): boolean =>
  stop.length > maxStopSequences;

const tooMany = (call: ChatCall, quirks: Quirks): UnsupportedField[] => {
  const { maxStopSequences, maxTools = Infinity } = quirks;
  return [
    ...(hasTooManyStops(call, quirks)
      ? [
          {
            field: "stop",
            why: `takes at most ${maxStopSequences} stop sequences the way it is reached here.`,
          } as const,
        ]
      : []),
    ...((call.tools ?? []).length > maxTools
      ? [{ field: "tools", why: `takes at most ${maxTools} functions the way it is reached here.` } as const]
      : []),
  ];
};

/**
 * The call without the fields that the target's `lacks` names, without more stops than it takes, and without a format
 * or a forced call that it does not take.
 */
export const withoutLacked = (call: ChatCall, target: Target): ChatCall => {
  const lacked = new Set<string>(quirksOf(target).lacks.map((name) => LACKABLE_FIELDS[name]));
  const quirks = quirksOf(target);
  if (jsonExcluded(call, target) || lacksFormat(call, quirks)) lacked.add("responseFormat");
  if (hasTooManyStops(call, quirks)) lacked.add("stop");
  if (cannotForce(call, quirks)) lacked.add("toolChoice");
  return lacked.size === 0
    ? call
    : { ...Object.fromEntries(Object.entries(call).filter(([field]) => !lacked.has(field))), messages: call.messages };
};

const JSON_EXCLUDED: UnsupportedField = {
  field: "responseFormat",
  why: "takes no JSON format together with functions the way it is reached here.",
};
const WITHOUT_FORMAT: Readonly<Record<string, UnsupportedField>> = {
  json_object: { field: "responseFormat", why: "takes no JSON mode the way it is reached here." },
  json_schema: { field: "responseFormat", why: "takes no JSON schema the way it is reached here." },
};
const WITHOUT_FORCING: UnsupportedField = {
  field: "toolChoice",
  why: "can't be made to call a function the way it is reached here.",
};
const WITHOUT_TOOLS: UnsupportedField = { field: "tools", why: "takes no functions the way it is reached here." };

const unsupportedFormat = (call: ChatCall, target: Target): UnsupportedField[] => {
  const quirks = quirksOf(target);
  if (forcesFunction(call) && !cannotForce(call, quirks)) return [];
  const lacked = lacksFormat(call, quirks) ? WITHOUT_FORMAT[call.responseFormat?.type ?? ""] : undefined;
  if (lacked !== undefined) return [lacked];
  return jsonExcluded(call, target) ? [JSON_EXCLUDED] : [];
};

/**
 * Models that reason refuse to have their sampling changed, and some to be given functions; some fields a provider has
 * none of. What else a model can't do is a capability it lacks. `user` tells the provider who asks and changes no
 * answer, so it is left out silently; so is a JSON format in a call that must be answered with a function call.
 */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const quirks = quirksOf(target);
  const { assistantPrefix, lacks, toolResults, tools } = quirks;
  const lacked = lacks.map((name) => LACKABLE_FIELDS[name]).filter((field) => field !== "user" && asksFor(call, field));
  const { effort, lack } = planEffort(call, target);
  return [
    ...refusedPrefix(call, assistantPrefix !== "refused"),
    ...(!quirks.imageUrls && imageUrls(call).length > 0 ? ["messages" as const] : []),
    ...(toolResults === "paired" ? unpairedTools(call.messages, "next") : []),
    ...(takesSampling(call, target) ? lacked : new Set([...samplingFields(call), ...lacked])),
    ...(lack === undefined ? otherLevel(call, effort) : [lack]),
    ...(tools === "never" && (call.tools ?? []).length > 0 ? [WITHOUT_TOOLS] : []),
    ...(cannotForce(call, quirks) ? [WITHOUT_FORCING] : []),
    ...unsupportedFormat(call, target),
    ...tooMany(call, quirks),
    ...(namesSpeakers(call, (role) => takesName(role, quirks)) ? ["messages.name" as const] : []),
    ...(hasGrammar(call) ? ["tools.format" as const] : []),
    ...(quirks.reasoningSummary ? [] : lostSummary(call, effort)),
    ...(quirks.verbosity ? [] : lostVerbosity(call)),
  ];
};

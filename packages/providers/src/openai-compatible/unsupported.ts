import { askedOf } from "../requests/asked-settings";
import { refusedPrefix } from "../requests/assistant-prefill";
import { forcesFunction } from "../requests/forces-function";
import { imageUrls, ONLY_DATA_URLS } from "../requests/image-urls";
import { droppedGrammar, droppedNames, droppedVerbosity } from "../requests/dropped-fields";
import { isTaken, droppedSummary, otherLevel } from "../requests/reasoning-effort";
import type { ChatCall, UnsupportedField } from "../spec";
import type { Target } from "../target";
import { unpairedTools } from "../requests/tool-pairs";
import { wantsJson } from "../requests/wants-json";
import { withoutFields } from "../requests/without-fields";
import { planEffort } from "./effort";
import { LACKABLE_FIELDS, type Quirks, quirksOf, takesName } from "./quirks";

const SAMPLING = ["temperature", "topP", "presencePenalty", "frequencyPenalty", "logprobs", "topLogprobs"] as const;

/** Whether the functions are sent. If they may not be called and a JSON format excludes them, they are left out. */
export const offersTools = (call: ChatCall, { tools, jsonWithTools }: Quirks): boolean =>
  (call.tools ?? []).length > 0 &&
  tools !== "never" &&
  (jsonWithTools || !wantsJson(call) || call.toolChoice?.mode !== "none");

const jsonExcluded = (call: ChatCall, quirks: Quirks): boolean =>
  !quirks.jsonWithTools && wantsJson(call) && offersTools(call, quirks);

/** Whether the format is unsupported. It has no effect if the answer must be a function call. */
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
 * The call without the fields in the target's `lacks`, with no more stop sequences than it accepts, and without a format
 * or a forced call that it does not support.
 */
export const withoutLacked = (call: ChatCall, quirks: Quirks): ChatCall => {
  const lacked: (keyof ChatCall)[] = quirks.lacks.map((name) => LACKABLE_FIELDS[name]);
  if (jsonExcluded(call, quirks) || lacksFormat(call, quirks)) lacked.push("responseFormat");
  if (hasTooManyStops(call, quirks)) lacked.push("stop");
  if (cannotForce(call, quirks)) lacked.push("toolChoice");
  return withoutFields(call, lacked);
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

const unsupportedFormat = (call: ChatCall, quirks: Quirks): UnsupportedField[] => {
  if (forcesFunction(call) && !cannotForce(call, quirks)) return [];
  const lacked = lacksFormat(call, quirks) ? WITHOUT_FORMAT[call.responseFormat?.type ?? ""] : undefined;
  if (lacked !== undefined) return [lacked];
  return jsonExcluded(call, quirks) ? [JSON_EXCLUDED] : [];
};

/**
 * Reasoning models refuse sampling settings, and some refuse functions. Some fields are unknown to a provider. Anything
 * else that a model can't do is a missing capability in the catalog. `user` only tells the provider who calls, so it is
 * left out silently. So is a JSON format in a call that must be answered with a function call.
 */
export const unsupported = (call: ChatCall, target: Target): readonly UnsupportedField[] => {
  const quirks = quirksOf(target);
  const { assistantPrefix, lacks, toolResults, tools } = quirks;
  const lacked = askedOf(
    call,
    lacks.flatMap((name) => (name === "user" ? [] : [LACKABLE_FIELDS[name]])),
  );
  const { effort, unsupportedEffort } = planEffort(call, quirks);
  return [
    ...refusedPrefix(call, assistantPrefix !== "refused"),
    ...(!quirks.imageUrls && imageUrls(call).length > 0 ? [ONLY_DATA_URLS] : []),
    ...(toolResults === "paired" ? unpairedTools(call.messages, "next") : []),
    ...(isTaken(quirks.sampling, effort) ? lacked : new Set([...askedOf(call, SAMPLING), ...lacked])),
    ...(unsupportedEffort === undefined ? otherLevel(call, effort) : [unsupportedEffort]),
    ...(tools === "never" && (call.tools ?? []).length > 0 ? [WITHOUT_TOOLS] : []),
    ...(cannotForce(call, quirks) ? [WITHOUT_FORCING] : []),
    ...unsupportedFormat(call, quirks),
    ...tooMany(call, quirks),
    ...droppedNames(call, (role) => takesName(role, quirks)),
    ...droppedGrammar(call),
    ...(quirks.reasoningSummary ? [] : droppedSummary(call, effort)),
    ...(quirks.verbosity ? [] : droppedVerbosity(call)),
  ];
};

import { isMissing } from "../missing-model";
import { plainAnswer, type Answer } from "../wire-format";
import { modelNotFound, problemBody } from "./problem";

/** What the real model of this name supports; an unknown name gets a model that supports most. */
export interface Capabilities {
  readonly sampling: "both" | "one" | "none";
  readonly budgetThinking: boolean;
  readonly adaptiveThinking: boolean;
  /** Thinks even if the request does not ask for it. */
  readonly thinksByDefault: boolean;
  /** How `thinking.type` can turn it off. */
  readonly off: "disabled" | "between_tools" | undefined;
  /** Returns a summary of its thinking by default. */
  readonly showsThinking: boolean;
  readonly effort: boolean;
  readonly prefill: boolean;
  readonly forcedTools: boolean;
  readonly structuredOutputs: boolean;
  /** Binds its thinking to the conversation before it. */
  readonly bindsThinking: boolean;
  /** Accepts system messages behind the user's. */
  readonly lateInstructions: boolean;
}

/** The listed models. */
const LISTED = [
  "claude-opus-5-5",
  "claude-sonnet-5-5",
  "claude-haiku-5-5",
  "claude-opus-5",
  "claude-sonnet-5",
  "claude-opus-4-8",
  "claude-opus-4-6",
  "claude-sonnet-4-6",
  "claude-haiku-4-5-20251001",
  "claude-sonnet-4-5-20250929",
  "claude-3-5-haiku-20241022",
];
const CREATED_AT = "2026-01-01T00:00:00Z";

const NAME = /claude-(?:(?<line>[a-z]+)-)?(?<major>\d)(?:-(?<minor>\d))?(?!\d)(?:-(?<oldLine>[a-z]+))?/;

/** According to Anthropic's documentation and answers of the real API. */
export const capabilitiesOf = (model: string): Capabilities => {
  const name = NAME.exec(model)?.groups;
  const line = name?.["line"] ?? name?.["oldLine"] ?? "";
  const version = name === undefined ? 4.5 : Number(`${name["major"]}.${name["minor"] ?? 0}`);
  const isAlwaysOn = line === "fable" || line === "mythos" || (line === "opus" && version >= 5.5);
  const isNewest = line === "haiku" ? version >= 5.5 : version >= (line === "opus" ? 4.7 : 5);
  return {
    sampling: isNewest ? "none" : version >= 4.5 || (line === "opus" && version >= 4.1) ? "one" : "both",
    budgetThinking: version >= 3.7 && !isNewest,
    adaptiveThinking: version >= 4.6,
    thinksByDefault: isAlwaysOn || version >= 5,
    off: isAlwaysOn ? undefined : line === "sonnet" && version >= 5.5 ? "between_tools" : "disabled",
    showsThinking: !isNewest,
    effort: version >= 4.6 || (line === "opus" && version >= 4.5),
    prefill: version < 4.6,
    forcedTools: line === "haiku" || version < (line === "fable" || line === "mythos" ? 5.1 : 5.5),
    structuredOutputs: version >= 4.5,
    bindsThinking: version >= 5.1,
    lateInstructions: line === "haiku" ? version >= 5.5 : version >= (line === "opus" ? 4.8 : 5),
  };
};

export const modelsAnswer = (): Answer =>
  plainAnswer(
    200,
    JSON.stringify({ data: LISTED.map(toModel), has_more: false, first_id: LISTED[0], last_id: LISTED.at(-1) }),
  );

export const modelAnswer = (id: string): Answer =>
  isMissing(id) ? plainAnswer(404, problemBody(modelNotFound(id))) : plainAnswer(200, JSON.stringify(toModel(id)));

const toModel = (id: string) => ({ type: "model", id, display_name: id, created_at: CREATED_AT });

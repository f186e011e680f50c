import type { LanguageModelV4CallOptions, LanguageModelV4ToolChoice, SharedV4Warning } from "@ai-sdk/provider";
import { type Clock, sleep } from "@cenote/core";
import { asksFor, type Setting } from "../requests/asked-settings";
import { asksToReason } from "../requests/reasoning-effort";
import type { ChatCall, ChatSetting, ResponseFormat, ToolChoice } from "../spec";
import type { RequestScope } from "./call";
import type { SdkLanguageModel } from "./model-types";

/** A package without a warning after this time has none. */
const DRY_LIMIT_MS = 2_000;
/** Most stream parts before the one with the warnings. */
const MAX_PARTS_BEFORE = 8;

/** A field that a model may not honour, the options that request it, and the name in a package's warning. */
interface Question {
  readonly field: ChatSetting;
  readonly options: Partial<LanguageModelV4CallOptions>;
  readonly features: readonly string[];
  /** Whether a call uses the field. */
  readonly asks: (call: ChatCall) => boolean;
}

const TOOL = { type: "function" as const, name: "look", inputSchema: { type: "object" as const, properties: {} } };
const SCHEMA = { type: "object" as const, properties: {}, additionalProperties: false };

/** The question for a setting. @param feature Its name in the packages' warnings. */
const setting = (field: Setting, options: Question["options"], feature: string = field): Question => ({
  field,
  options,
  features: [feature],
  asks: (call) => asksFor(call, field),
});

const format = (
  type: ResponseFormat["type"],
  responseFormat: LanguageModelV4CallOptions["responseFormat"],
): Question => ({
  field: "responseFormat",
  options: { responseFormat },
  features: ["responseFormat"],
  asks: (call) => call.responseFormat?.type === type,
});

const toolChoice = (mode: ToolChoice["mode"], choice: LanguageModelV4ToolChoice): Question => ({
  field: "toolChoice",
  options: { tools: [TOOL], toolChoice: choice },
  features: ["toolChoice"],
  asks: (call) => call.toolChoice?.mode === mode,
});

const QUESTIONS: readonly Question[] = [
  // Any value counts, 1 too: what a model does without the setting is unknown.
  { ...setting("temperature", { temperature: 0.5 }), asks: (call) => call.temperature !== undefined },
  { ...setting("topP", { topP: 0.5 }), asks: (call) => call.topP !== undefined },
  setting("maxTokens", { maxOutputTokens: 64 }, "maxOutputTokens"),
  setting("stop", { stopSequences: ["\n\n"] }, "stopSequences"),
  setting("presencePenalty", { presencePenalty: 0.5 }),
  setting("frequencyPenalty", { frequencyPenalty: 0.5 }),
  setting("seed", { seed: 1 }),
  format("json_object", { type: "json" }),
  format("json_schema", { type: "json", name: "answer", schema: SCHEMA }),
  setting("tools", { tools: [TOOL] }),
  toolChoice("required", { type: "required" }),
  toolChoice("function", { type: "tool", toolName: "look" }),
  {
    field: "reasoningEffort",
    options: { reasoning: "low" },
    features: ["reasoning", "reasoningEffort"],
    asks: (call) => asksToReason(call.reasoningEffort),
  },
];

/** The fields that a model was found not to honour. */
export type Shortcomings = readonly Pick<Question, "field" | "asks">[];

const emptyStream = () =>
  new Response(
    new ReadableStream({
      start: (body) => {
        body.close();
      },
    }),
    { status: 200, headers: { "content-type": "text/event-stream" } },
  );

const warningsOf = async (
  model: SdkLanguageModel,
  question: Question,
  abortSignal: AbortSignal,
): Promise<readonly SharedV4Warning[]> => {
  const { stream } = await model.doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    abortSignal,
    ...question.options,
  });
  const parts = stream.getReader();
  try {
    for (let read = 0; read < MAX_PARTS_BEFORE; read += 1) {
      const { done, value } = await parts.read();
      if (done) return [];
      if (value.type === "stream-start") return value.warnings;
    }
    return [];
  } finally {
    void parts.cancel().catch(() => {});
  }
};

export interface DryRunOptions {
  readonly clock: Clock;
  readonly requests: RequestScope;
}

/**
 * Finds out what a package's model does not honour, before any call needs it. The package builds a request of each kind,
 * which is never sent, and its warnings are collected. A package that ignores our `fetch` gets an aborted signal, so it
 * sends nothing either.
 */
export const dryRun = async (model: SdkLanguageModel, { clock, requests }: DryRunOptions): Promise<Shortcomings> => {
  const over = AbortSignal.abort();
  const found = await Promise.all(
    QUESTIONS.map(async (question): Promise<Shortcomings> => {
      const asked = requests
        .run(
          () => Promise.resolve(emptyStream()),
          () => warningsOf(model, question, over),
        )
        .catch(() => []);
      const warnings = await Promise.race([
        asked,
        sleep(clock, DRY_LIMIT_MS).then((): readonly SharedV4Warning[] => []),
      ]);
      const warned = warnings.some(
        (warning) => warning.type === "unsupported" && question.features.includes(warning.feature),
      );
      return warned ? [{ field: question.field, asks: question.asks }] : [];
    }),
  );
  return found.flat();
};

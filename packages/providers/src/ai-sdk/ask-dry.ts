import type { LanguageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";
import { type Clock, sleep } from "@cenote/core";
import type { ChatCall } from "../spec";
import type { RequestScope } from "./call";
import type { SdkLanguageModel } from "./model-types";

/** A package that says nothing for this long has nothing to say. */
const DRY_LIMIT_MS = 2_000;
/** Parts before the one with the warnings. */
const MAX_PARTS_BEFORE = 8;

/** A field a model may not honour, how it is asked for, and by which word a package warns of it. */
interface Question {
  readonly field: keyof ChatCall;
  readonly options: Partial<LanguageModelV4CallOptions>;
  readonly features: readonly string[];
  /** Whether a call asks this. */
  readonly asks: (call: ChatCall) => boolean;
}

const TOOL = { type: "function" as const, name: "look", inputSchema: { type: "object" as const, properties: {} } };
const SCHEMA = { type: "object" as const, properties: {}, additionalProperties: false };

const QUESTIONS: readonly Question[] = [
  {
    field: "temperature",
    options: { temperature: 0.5 },
    features: ["temperature"],
    asks: (call) => call.temperature !== undefined,
  },
  { field: "topP", options: { topP: 0.5 }, features: ["topP"], asks: (call) => call.topP !== undefined },
  {
    field: "maxTokens",
    options: { maxOutputTokens: 64 },
    features: ["maxOutputTokens"],
    asks: (call) => call.maxTokens !== undefined,
  },
  {
    field: "stop",
    options: { stopSequences: ["\n\n"] },
    features: ["stopSequences"],
    asks: (call) => (call.stop ?? []).length > 0,
  },
  {
    field: "presencePenalty",
    options: { presencePenalty: 0.5 },
    features: ["presencePenalty"],
    asks: (call) => (call.presencePenalty ?? 0) !== 0,
  },
  {
    field: "frequencyPenalty",
    options: { frequencyPenalty: 0.5 },
    features: ["frequencyPenalty"],
    asks: (call) => (call.frequencyPenalty ?? 0) !== 0,
  },
  { field: "seed", options: { seed: 1 }, features: ["seed"], asks: (call) => call.seed !== undefined },
  {
    field: "responseFormat",
    options: { responseFormat: { type: "json" } },
    features: ["responseFormat"],
    asks: (call) => call.responseFormat?.type === "json_object",
  },
  {
    field: "responseFormat",
    options: { responseFormat: { type: "json", name: "answer", schema: SCHEMA } },
    features: ["responseFormat"],
    asks: (call) => call.responseFormat?.type === "json_schema",
  },
  { field: "tools", options: { tools: [TOOL] }, features: ["tools"], asks: (call) => (call.tools ?? []).length > 0 },
  {
    field: "toolChoice",
    options: { tools: [TOOL], toolChoice: { type: "required" } },
    features: ["toolChoice"],
    asks: (call) => call.toolChoice?.mode === "required",
  },
  {
    field: "toolChoice",
    options: { tools: [TOOL], toolChoice: { type: "tool", toolName: "look" } },
    features: ["toolChoice"],
    asks: (call) => call.toolChoice?.mode === "function",
  },
  {
    field: "reasoningEffort",
    options: { reasoning: "low" },
    features: ["reasoning", "reasoningEffort"],
    asks: (call) => call.reasoningEffort !== undefined && call.reasoningEffort !== "none",
  },
];

/** What a model was found not to honour. */
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

export interface AskDryOptions {
  readonly clock: Clock;
  readonly requests: RequestScope;
}

/**
 * Asks a package what its model does not honour, before any call needs it: lets it build a request of each kind that is
 * never sent, and collects its warnings. A package that does not take our `fetch` finds its signal aborted and sends
 * nothing either.
 */
export const askDry = async (model: SdkLanguageModel, { clock, requests }: AskDryOptions): Promise<Shortcomings> => {
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

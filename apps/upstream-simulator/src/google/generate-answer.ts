import type { Behaviour } from "../behaviour/behaviour";
import { generate, type Generation, type GenerationTokens, type Prompt } from "../pseudo-model/generate";
import { lettersOf } from "../pseudo-model/letters";
import { countTokens } from "../pseudo-model/tokens";
import { wordsOf } from "../pseudo-model/words";
import { errorPart, type Answer, type AnswerPart, type ErrorFacts } from "../wire-format";
import { toLogprobs } from "./logprobs";
import { askedProblem, problemBody } from "./problem";
import { toSignature } from "./signature";
import { traitsOf } from "./traits";
import { toUsage } from "./usage";
import type { GenerationConfig } from "./wire-types";

/** Plain, server-sent events, or a stream of items of one JSON array. */
export type Framing = "plain" | "events" | "array";

export interface GenerateAnswerOptions {
  readonly model: string;
  readonly framing: Framing;
  readonly config: GenerationConfig;
  readonly offersTools: boolean;
  readonly prompt: Prompt;
  readonly behaviour: Behaviour;
}

const TOKENS_PER_CALL = 3;
const CALL_ID_LETTERS = 8;

export const generateAnswer = (options: GenerateAnswerOptions): Answer => {
  const { behaviour, prompt } = options;
  // With an error code, a refused answer becomes a refused prompt.
  if (behaviour.refuse && behaviour.code !== undefined)
    return framed([{ role: "closing", chunk: blocked(behaviour.code, prompt, options) }], options);
  const made = generate(prompt, behaviour);
  return framed(
    options.framing === "plain" ? [{ role: "content", chunk: wholeChunk(made, options) }] : streamChunks(made, options),
    options,
  );
};

interface Chunk {
  readonly role: AnswerPart["role"];
  readonly chunk: object;
}

const framed = (chunks: readonly Chunk[], { framing, model }: GenerateAnswerOptions): Answer => {
  const json = ({ chunk }: Chunk): string => JSON.stringify({ ...chunk, modelVersion: model }).slice(1);
  const start = (serial: string): string => `{"responseId":"${serial}",`;
  const error = (facts: ErrorFacts): string => problemBody(askedProblem(facts));
  if (framing === "plain") {
    return {
      status: 200,
      contentType: "application/json; charset=UTF-8",
      stream: false,
      stamp: start,
      parts: chunks.map((one) => ({ role: "content", text: json(one), stamped: true })),
    };
  }
  if (framing === "events") {
    const parts = chunks.map((one): AnswerPart => ({ role: one.role, text: `${json(one)}\r\n\r\n`, stamped: true }));
    return {
      status: 200,
      contentType: "text/event-stream",
      stream: true,
      stamp: (serial) => `data: ${start(serial)}`,
      parts,
      errorParts: (facts) => [errorPart(`data: ${error(facts)}\r\n\r\n`)],
    };
  }
  const items = chunks.map((one, place): AnswerPart => ({
    role: one.role,
    text: `${json(one)}${place < chunks.length - 1 ? ",\r\n" : ""}`,
    stamped: true,
  }));
  return {
    status: 200,
    contentType: "application/json; charset=UTF-8",
    stream: true,
    stamp: start,
    parts: [{ role: "opening", text: "[", stamped: false }, ...items, { role: "done", text: "]", stamped: false }],
    errorParts: (facts) => [errorPart(`${error(facts)}\r\n]`)],
  };
};

const usageOf = (tokens: GenerationTokens, { behaviour }: GenerateAnswerOptions): object =>
  behaviour.noUsage ? {} : { usageMetadata: toUsage(tokens) };

const blocked = (blockReason: string, { promptTokens }: Prompt, options: GenerateAnswerOptions): object => ({
  promptFeedback: { blockReason },
  ...usageOf({ prompt: promptTokens, cached: 0, visible: 0, reasoning: 0 }, options),
});

const FINISH_REASONS: Readonly<Record<string, string>> = {
  stop: "STOP",
  tool_calls: "STOP",
  length: "MAX_TOKENS",
  content_filter: "SAFETY",
};

const finishReason = (made: Generation, { behaviour }: GenerateAnswerOptions): string => {
  if (behaviour.refuse && behaviour.finish === undefined) return "SAFETY";
  return FINISH_REASONS[made.finish] ?? made.finish;
};

const ending = (made: Generation, options: GenerateAnswerOptions): object => {
  const reason = finishReason(made, options);
  const safetyRatings =
    reason === "SAFETY"
      ? { safetyRatings: [{ category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH", blocked: true }] }
      : {};
  return { finishReason: reason, index: 0, ...safetyRatings };
};

interface FunctionCall {
  readonly name: string;
  readonly args: object;
}

/** A call cut by the token limit is omitted, since there can't be half an object. */
const wholeCalls = (made: Generation): FunctionCall[] =>
  made.toolCalls.flatMap(({ name, arguments: json }) => {
    try {
      return [{ name, args: JSON.parse(json) as object }];
    } catch {
      return [];
    }
  });

/** The first call is signed, if the model thinks. */
const callParts = (made: Generation, { prompt, model }: GenerateAnswerOptions): object[] => {
  const traits = traitsOf(model);
  return wholeCalls(made).map(({ name, args }, index) => ({
    functionCall: {
      name,
      args,
      ...(traits.givesCallIds ? { id: lettersOf(`${prompt.asked} ${name} ${index}`, CALL_ID_LETTERS) } : {}),
    },
    ...(index === 0 && traits.thinking !== "none" ? { thoughtSignature: toSignature(model, name) } : {}),
  }));
};

/** Newer models sign their text too, on its last part. */
const textSignature = (made: Generation, { model, offersTools }: GenerateAnswerOptions): object => {
  const { thinking, wantsSignatures } = traitsOf(model);
  const signs =
    made.toolCalls.length === 0 &&
    made.tokens.reasoning > 0 &&
    (wantsSignatures || (thinking !== "none" && offersTools));
  return signs ? { thoughtSignature: toSignature(model, "text") } : {};
};

const tellsThoughts = ({ config }: GenerateAnswerOptions): boolean => config.thinkingConfig?.includeThoughts === true;

const logprobsOf = (text: string, { config }: GenerateAnswerOptions): object =>
  config.responseLogprobs === true ? { logprobsResult: toLogprobs(text, config.logprobs ?? 0) } : {};

const wholeChunk = (made: Generation, options: GenerateAnswerOptions): object => {
  const parts = [
    ...(tellsThoughts(options) && made.reasoning !== "" ? [{ text: made.reasoning, thought: true }] : []),
    ...(made.text === "" ? [] : [{ text: made.text, ...textSignature(made, options) }]),
    ...callParts(made, options),
  ];
  // An answer that is filtered, or used up by thoughts, has no parts.
  const content = parts.length === 0 ? { role: "model" } : { parts, role: "model" };
  return {
    candidates: [
      { ...(options.behaviour.refuse ? {} : { content }), ...ending(made, options), ...logprobsOf(made.text, options) },
    ],
    ...usageOf(made.tokens, options),
  };
};

const streamChunks = (made: Generation, options: GenerateAnswerOptions): Chunk[] => {
  const { tokens } = made;
  let thought = 0;
  let visible = 0;
  const content = (part: object, more: object = {}): Chunk => ({
    role: "content",
    chunk: {
      candidates: [{ content: { parts: [part], role: "model" }, index: 0, ...more }],
      ...usageOf({ ...tokens, reasoning: thought, visible }, options),
    },
  });

  const chunks: Chunk[] = [];
  for (const text of tellsThoughts(options) ? wordsOf(made.reasoning) : []) {
    thought += countTokens(text);
    chunks.push(content({ text, thought: true }));
  }
  thought = tokens.reasoning;
  for (const text of wordsOf(made.text)) {
    visible += countTokens(text);
    chunks.push(content({ text }, logprobsOf(text, options)));
  }
  for (const [index, part] of callParts(made, options).entries()) {
    const call = made.toolCalls[index];
    visible += TOKENS_PER_CALL + countTokens(call?.name ?? "") + countTokens(call?.arguments ?? "");
    chunks.push(content(part));
  }
  const last = options.behaviour.refuse
    ? {}
    : { content: { parts: [{ text: "", ...textSignature(made, options) }], role: "model" } };
  chunks.push({
    role: "closing",
    chunk: { candidates: [{ ...last, ...ending(made, options) }], ...usageOf(tokens, options) },
  });
  return chunks;
};

import type { Behaviour } from "../behaviour/behaviour";
import { generate, type Generation, type Prompt } from "../pseudo-model/generate";
import { tokensOf } from "../pseudo-model/tokens";
import { wordsOf } from "../pseudo-model/words";
import { errorPart, type Answer, type AnswerPart } from "../wire-format";
import type { Dialect } from "./dialect";
import { toLogprobs } from "./logprobs";
import { askedProblem, problemBody } from "./problem";
import { toolCallId } from "./tool-call-id";
import { toUsage } from "./usage";

export interface ChatAnswerOptions {
  readonly provider: string;
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly logprobs: boolean;
  readonly dialect: Dialect;
  readonly prompt: Prompt;
  readonly behaviour: Behaviour;
}

export const chatAnswer = (options: ChatAnswerOptions): Answer => {
  const made = withEcho(generate(options.prompt, options.behaviour), options);
  return options.stream ? streamed(made, options) : plain(made, options);
};

const withEcho = (made: Generation, { dialect, prompt }: ChatAnswerOptions): Generation =>
  dialect.echoesPrefix && made.text !== "" ? { ...made, text: prompt.prefix + made.text } : made;

const FINGERPRINT = "fp_simulator";

const plain = (made: Generation, options: ChatAnswerOptions): Answer => {
  const { dialect, model, behaviour } = options;
  const message = {
    role: "assistant",
    content: made.text === "" && (made.toolCalls.length > 0 || made.refusal !== "") ? null : made.text,
    refusal: made.refusal === "" ? null : made.refusal,
    ...(dialect.reasoningField === undefined || made.reasoning === ""
      ? {}
      : { [dialect.reasoningField]: made.reasoning }),
    ...(made.toolCalls.length === 0 ? {} : { tool_calls: toolCalls(made, options) }),
  };
  const body = {
    model,
    choices: [
      { index: 0, message, logprobs: options.logprobs ? toLogprobs(made.text) : null, finish_reason: made.finish },
    ],
    ...(behaviour.noUsage ? {} : { usage: toUsage(made.tokens, dialect) }),
    service_tier: "default",
    system_fingerprint: FINGERPRINT,
  };
  return {
    status: 200,
    contentType: "application/json",
    stream: false,
    stamp: (serial, createdS) => `{"id":"chatcmpl-${serial}","object":"chat.completion","created":${createdS},`,
    parts: [{ role: "content", text: JSON.stringify(body).slice(1), stamped: true }],
  };
};

const toolCalls = (made: Generation, { prompt, dialect }: ChatAnswerOptions) =>
  made.toolCalls.map((call, index) => ({
    id: toolCallId(`${prompt.asked} ${call.name} ${index}`, dialect),
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  }));

const streamed = (made: Generation, options: ChatAnswerOptions): Answer => ({
  status: 200,
  contentType: "text/event-stream; charset=utf-8",
  stream: true,
  stamp: (serial, createdS) =>
    `data: {"id":"chatcmpl-${serial}","object":"chat.completion.chunk","created":${createdS},`,
  parts: streamParts(made, options),
  errorParts: (facts) => [errorPart(`data: ${problemBody(options.provider, askedProblem(facts))}\n\n`)],
});

const streamParts = (made: Generation, options: ChatAnswerOptions): AnswerPart[] => {
  const { dialect } = options;
  const part = (role: AnswerPart["role"], fields: object): AnswerPart => ({
    role,
    text: `${JSON.stringify({ model: options.model, service_tier: "default", system_fingerprint: FINGERPRINT, ...fields }).slice(1)}\n\n`,
    stamped: true,
  });
  const nullUsage = options.includeUsage && dialect.streamUsage === "asked" ? { usage: null } : {};
  const chunk = (
    role: AnswerPart["role"],
    delta: object,
    rest: { logprobs?: object | null; finish?: string } = {},
  ): AnswerPart =>
    part(role, {
      choices: [{ index: 0, delta, logprobs: rest.logprobs ?? null, finish_reason: rest.finish ?? null }],
      ...nullUsage,
    });

  const parts = [
    chunk("opening", { role: "assistant", content: made.toolCalls.length > 0 ? null : "", refusal: null }),
  ];
  if (dialect.reasoningField !== undefined) {
    for (const text of wordsOf(made.reasoning)) parts.push(chunk("content", { [dialect.reasoningField]: text }));
  }
  for (const text of wordsOf(made.text))
    parts.push(chunk("content", { content: text }, options.logprobs ? { logprobs: toLogprobs(text) } : {}));
  for (const text of wordsOf(made.refusal)) parts.push(chunk("content", { refusal: text }));
  for (const [index, call] of toolCalls(made, options).entries()) {
    const { id, type } = call;
    parts.push(
      chunk("content", { tool_calls: [{ index, id, type, function: { name: call.function.name, arguments: "" } }] }),
    );
    for (const text of tokensOf(call.function.arguments))
      parts.push(chunk("content", { tool_calls: [{ index, function: { arguments: text } }] }));
  }
  parts.push(...closing(made, options, part));
  parts.push({ role: "done", text: "data: [DONE]\n\n", stamped: false });
  return parts;
};

const closing = (
  made: Generation,
  options: ChatAnswerOptions,
  part: (role: AnswerPart["role"], fields: object) => AnswerPart,
): AnswerPart[] => {
  const { dialect, behaviour, includeUsage } = options;
  const choices = [{ index: 0, delta: {}, logprobs: null, finish_reason: made.finish }];
  const usage = behaviour.noUsage ? undefined : toUsage(made.tokens, dialect);
  if (dialect.streamUsage === "last_chunk")
    return [part("closing", { choices, ...(usage === undefined ? {} : { usage }) })];
  const ofGroq = dialect.streamUsage === "x_groq" && usage !== undefined ? { x_groq: { id: FINGERPRINT, usage } } : {};
  const nullUsage = includeUsage && dialect.streamUsage === "asked" ? { usage: null } : {};
  const last = part("closing", { choices, ...nullUsage, ...ofGroq });
  return includeUsage && usage !== undefined ? [last, part("closing", { choices: [], usage })] : [last];
};

import type { Behaviour } from "../behaviour/behaviour";
import { askedProblem, type Problem } from "../openai/problem";
import { generate, type Generation, type GenerationTokens, type Prompt } from "../pseudo-model/generate";
import { errorPart, type Answer, type AnswerPart } from "../wire-format";
import { countEvents, createEventWriter, type EventWriter } from "./event-writer";
import { itemPieces } from "./item-events";
import { outputItems, type OutputItem } from "./output-items";
import type { ResponsesRequest } from "./wire-types";

export interface ResponseAnswerOptions {
  readonly provider: string;
  readonly request: ResponsesRequest;
  readonly prompt: Prompt;
  readonly behaviour: Behaviour;
}

export const responseAnswer = (options: ResponseAnswerOptions): Answer => {
  const { provider, request, prompt, behaviour } = options;
  const made = generate(prompt, behaviour);
  const items = outputItems(made, {
    provider,
    seed: `${prompt.asked} ${prompt.promptTokens}`,
    customTools: new Set((request.tools ?? []).flatMap(({ type, name }) => (type === "custom" ? [name] : []))),
    encrypts: request.include?.includes("reasoning.encrypted_content") === true,
    summarizes: request.reasoning?.summary !== undefined && request.reasoning.summary !== null,
    logprobs: request.include?.includes("message.output_text.logprobs") === true,
  });
  const last = ending(made, items, options);
  return request.stream === true ? streamed(items, last, options) : plain(last, options);
};

const stamp: Answer["stamp"] = (serial, createdS) =>
  `{"id":"resp_${serial}","object":"response","created_at":${createdS},`;

/** Only in the last event and in a plain answer. */
interface Ending {
  readonly status: "completed" | "incomplete" | "failed";
  readonly error: object | null;
  readonly incomplete_details: object | null;
  readonly output: readonly OutputItem[];
  readonly usage: object | null;
}

const INCOMPLETE_REASONS: Readonly<Record<string, string>> = {
  length: "max_output_tokens",
  content_filter: "content_filter",
};

const ending = (made: Generation, output: readonly OutputItem[], { behaviour }: ResponseAnswerOptions): Ending => {
  if (made.finish === "failed")
    return failure(askedProblem({ status: behaviour.status, message: behaviour.message, code: behaviour.code }));
  const reason = INCOMPLETE_REASONS[made.finish];
  const usage = behaviour.noUsage ? null : toUsage(made.tokens);
  return {
    status: reason === undefined ? "completed" : "incomplete",
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage,
  };
};

const failure = ({ code, message }: Problem): Ending => ({
  status: "failed",
  error: { code: code ?? "server_error", message },
  incomplete_details: null,
  output: [],
  usage: null,
});

const toUsage = (tokens: GenerationTokens): object => ({
  input_tokens: tokens.prompt,
  input_tokens_details: { cached_tokens: tokens.cached, cache_write_tokens: 0 },
  output_tokens: tokens.visible + tokens.reasoning,
  output_tokens_details: { reasoning_tokens: tokens.reasoning },
  total_tokens: tokens.prompt + tokens.visible + tokens.reasoning,
});

/** The JSON of a response after its stamp. */
const responseJson = (state: Ending | { readonly status: "in_progress" }, { request }: ResponseAnswerOptions): string =>
  JSON.stringify({
    background: false,
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
    ...state,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: null,
    metadata: request.metadata ?? {},
    model: request.model,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: request.reasoning?.summary ?? null },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: "default",
    store: request.store ?? true,
    temperature: request.temperature ?? 1,
    text: { format: request.text?.format ?? { type: "text" }, verbosity: request.text?.verbosity ?? "medium" },
    tool_choice: request.tool_choice ?? "auto",
    tools: request.tools ?? [],
    top_logprobs: request.top_logprobs ?? 0,
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? "disabled",
    user: request.user ?? null,
  }).slice(1);

const plain = (last: Ending, options: ResponseAnswerOptions): Answer => ({
  status: 200,
  contentType: "application/json",
  stream: false,
  stamp,
  parts: [{ role: "content", text: responseJson(last, options), stamped: true }],
});

const streamed = (items: readonly OutputItem[], last: Ending, options: ResponseAnswerOptions): Answer => {
  const writer = createEventWriter({ obfuscates: options.request.stream_options?.include_obfuscation !== false });
  const begun = responseJson({ status: "in_progress" }, options);
  return {
    status: 200,
    contentType: "text/event-stream; charset=utf-8",
    stream: true,
    stamp,
    parts: [
      ...responseEvent("opening", "response.created", begun, writer),
      ...responseEvent("opening", "response.in_progress", begun, writer),
      ...items
        .flatMap((item, index) => itemPieces(item, index, writer))
        .map((text): AnswerPart => ({ role: "content", text, stamped: false })),
      ...responseEvent("done", `response.${last.status}`, responseJson(last, options), writer),
    ],
    errorParts: (facts, before) => {
      const problem = askedProblem(facts);
      const later = createEventWriter({
        obfuscates: false,
        first: before.reduce((sum, part) => sum + countEvents(part.text), 0),
      });
      return [
        errorPart(errorEvent(problem, later)),
        ...responseEvent("done", "response.failed", responseJson(failure(problem), options), later),
      ];
    },
  };
};

const responseEvent = (
  role: AnswerPart["role"],
  type: string,
  json: string,
  writer: EventWriter,
): readonly AnswerPart[] => [
  { role, text: writer.writeUpToResponse(type), stamped: false },
  { role, text: `${json}}\n\n`, stamped: true },
];

const errorEvent = ({ type, code, message, param }: Problem, writer: EventWriter): string =>
  writer.write("error", { error: { type, code, message, param } });

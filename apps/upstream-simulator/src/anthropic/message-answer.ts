import type { Behaviour } from "../behaviour/behaviour";
import { generate, type Generation } from "../pseudo-model/generate";
import { lettersOf } from "../pseudo-model/letters";
import { tokensOf } from "../pseudo-model/tokens";
import { wordsOf } from "../pseudo-model/words";
import { errorPart, type Answer, type AnswerPart } from "../wire-format";
import { askedProblem, problemBody } from "./problem";
import type { DirectedPrompt } from "./prompt";
import { signatureOf } from "./thinking-signature";
import { toUsage } from "./usage";

export interface MessageAnswerOptions extends Omit<DirectedPrompt, "directives"> {
  readonly model: string;
  readonly stream: boolean;
  /** Otherwise thinking is signed, but its text is withheld. */
  readonly showsThinking: boolean;
  /** The conversation that the thinking is bound to; empty if it is not bound. */
  readonly prefix: string;
  readonly behaviour: Behaviour;
}

export const messageAnswer = (options: MessageAnswerOptions): Answer => {
  const made = generate(options.prompt, options.behaviour);
  return options.stream ? streamed(made, options) : plain(made, options);
};

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filter: "refusal",
};

const ending = (made: Generation) => {
  if (made.refusal !== "" && made.finish === "stop") {
    return {
      stop_reason: "refusal",
      stop_sequence: null,
      stop_details: { type: "refusal", category: "general_harms", explanation: made.refusal },
    };
  }
  const told = STOP_REASONS[made.finish] ?? made.finish;
  const stopped = told === "end_turn" && made.stopSequence !== undefined;
  return {
    stop_reason: stopped ? "stop_sequence" : told,
    stop_sequence: stopped ? made.stopSequence : null,
    stop_details: null,
  };
};

const toolUses = (made: Generation, { prompt }: MessageAnswerOptions) =>
  made.toolCalls.map((call, index) => ({
    id: `toolu_${lettersOf(`${prompt.asked} ${call.name} ${index}`, 24)}`,
    name: call.name,
    json: call.arguments,
  }));

/** Arguments cut off by max_tokens are not JSON; a plain answer then has an empty input. */
const parseInput = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
};

const plain = (made: Generation, options: MessageAnswerOptions): Answer => {
  const { model, behaviour, markedTokens, prefix, showsThinking } = options;
  const content = [
    ...(made.reasoning === ""
      ? []
      : [
          {
            type: "thinking",
            thinking: showsThinking ? made.reasoning : "",
            signature: signatureOf({ model, prefix, thinking: made.reasoning }),
          },
        ]),
    ...(made.text === "" ? [] : [{ type: "text", text: made.text }]),
    ...toolUses(made, options).map(({ id, name, json }) => ({ type: "tool_use", id, name, input: parseInput(json) })),
  ];
  const body = {
    type: "message",
    role: "assistant",
    model,
    content,
    ...ending(made),
    ...(behaviour.noUsage ? {} : { usage: toUsage(made.tokens, markedTokens) }),
  };
  return {
    status: 200,
    contentType: "application/json",
    stream: false,
    stamp: (serial) => `{"id":"msg_${serial}",`,
    parts: [{ role: "content", text: JSON.stringify(body).slice(1), stamped: true }],
  };
};

const event = (data: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const PADDING_SPREAD = 12;

/** Anthropic pads the events of its answers with spaces before the last brace, so that their lengths reveal nothing. */
const padded = (text: string, place: number): string =>
  text.replace(/\}\n\n$/, `${" ".repeat((place * 7) % PADDING_SPREAD)}}\n\n`);

const streamed = (made: Generation, options: MessageAnswerOptions): Answer => {
  const { model, behaviour, markedTokens } = options;
  const usage = behaviour.noUsage
    ? {}
    : { usage: { ...toUsage(made.tokens, markedTokens), output_tokens: 1, output_tokens_details: null } };
  const message = {
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    ...usage,
  };
  const part = (role: AnswerPart["role"], text: string): AnswerPart => ({ role, text, stamped: false });
  const total = behaviour.noUsage ? {} : { usage: toUsage(made.tokens, markedTokens) };
  return {
    status: 200,
    contentType: "text/event-stream; charset=utf-8",
    stream: true,
    stamp: (serial) => `event: message_start\ndata: {"type":"message_start","message":{"id":"msg_${serial}",`,
    parts: [
      { role: "opening", text: `${JSON.stringify(message).slice(1)}}\n\n`, stamped: true },
      part("opening", event({ type: "ping" })),
      ...blocks(made, options)
        .flatMap((block, index) => blockPieces(block, index))
        .map((text) => part("content", text)),
      part("closing", event({ type: "message_delta", delta: ending(made), ...total })),
      part("done", event({ type: "message_stop" })),
    ],
    errorParts: (facts) => [errorPart(`event: error\ndata: ${problemBody(askedProblem(facts))}\n\n`)],
  };
};

interface StreamedBlock {
  readonly start: object;
  /** Sent as a piece of its own, before the first delta. */
  readonly startsAlone: boolean;
  readonly deltas: readonly object[];
  /** Sent together with the last delta. */
  readonly last?: object;
}

const blocks = (made: Generation, options: MessageAnswerOptions): StreamedBlock[] => [
  ...(made.reasoning === ""
    ? []
    : [
        {
          start: { type: "thinking", thinking: "", signature: "" },
          startsAlone: false,
          deltas: options.showsThinking
            ? wordsOf(made.reasoning).map((thinking) => ({ type: "thinking_delta", thinking }))
            : [],
          last: {
            type: "signature_delta",
            signature: signatureOf({ model: options.model, prefix: options.prefix, thinking: made.reasoning }),
          },
        },
      ]),
  ...(made.text === ""
    ? []
    : [
        {
          start: { type: "text", text: "" },
          startsAlone: false,
          deltas: wordsOf(made.text).map((text) => ({ type: "text_delta", text })),
        },
      ]),
  // A call without arguments has no deltas.
  ...toolUses(made, options).map(({ id, name, json }) => ({
    start: { type: "tool_use", id, name, input: {} },
    startsAlone: true,
    deltas: json === "{}" ? [] : tokensOf(json).map((partial_json) => ({ type: "input_json_delta", partial_json })),
  })),
];

/** The start and the end of a block are sent with a piece of content, which is what `after` counts. */
const blockPieces = ({ start, startsAlone, deltas, last }: StreamedBlock, index: number): string[] => {
  const delta = (value: object, place: number) =>
    padded(event({ type: "content_block_delta", index, delta: value }), place);
  const begin = event({ type: "content_block_start", index, content_block: start });
  const end = `${last === undefined ? "" : delta(last, deltas.length)}${event({ type: "content_block_stop", index })}`;
  const pieces = deltas.map(delta);
  if (startsAlone || pieces.length === 0) pieces.unshift(begin);
  else pieces[0] = `${begin}${pieces[0]}`;
  pieces[pieces.length - 1] += end;
  return pieces;
};

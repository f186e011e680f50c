import { ERROR_TABLE, type ErrorCode } from "@cenote/core";
import { type Client as Socket, createClient } from "graphql-ws";
import { WebSocket } from "ws";
import type { System } from "../../harness/system";
import { type Ask, dataUrlOf, isPlain, type Message } from "../ask";
import type { Client, Driver } from "../driver";
import { type Failure, NOTHING, type Outcome, type TokenUsage } from "../outcome";

const USAGE = "usage { promptTokens completionTokens cachedTokens reasoningTokens }";
const COMPLETE = `mutation ($input: ChatInput!) {
  createChatCompletion(input: $input) {
    id model finishReason logprobs droppedFields ${USAGE}
    message { content reasoning reasoningDetails refusal toolCalls { id name arguments } }
  }
}`;
const TOKENS = `subscription ($input: ChatInput!) {
  chatTokens(input: $input) {
    __typename
    ... on ChatStarted { requestId model }
    ... on ChatDelta { content reasoning refusal reasoningDetail logprobs }
    ... on ChatToolCallDelta { index id name arguments }
    ... on ChatFinished { finishReason ${USAGE} }
    ... on ChatFailed { code message requestId }
  }
}`;

interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface WireMessage {
  readonly content: string | null;
  readonly reasoning: string | null;
  readonly reasoningDetails: readonly unknown[];
  readonly refusal: string | null;
  readonly toolCalls: readonly WireCall[];
}

interface Completion {
  readonly id: string;
  readonly model: string;
  readonly finishReason: string;
  readonly logprobs: object | null;
  readonly droppedFields: readonly string[];
  readonly usage: TokenUsage;
  readonly message: WireMessage;
}

interface WireError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly request_id?: string };
}

type Event =
  | { readonly __typename: "ChatStarted"; readonly requestId: string; readonly model: string }
  | {
      readonly __typename: "ChatDelta";
      readonly content: string | null;
      readonly reasoning: string | null;
      readonly refusal: string | null;
      readonly reasoningDetail: unknown;
      readonly logprobs: object | null;
    }
  | {
      readonly __typename: "ChatToolCallDelta";
      readonly index: number;
      readonly id: string | null;
      readonly name: string | null;
      readonly arguments: string;
    }
  | { readonly __typename: "ChatFinished"; readonly finishReason: string; readonly usage: TokenUsage }
  | { readonly __typename: "ChatFailed"; readonly code: string; readonly message: string; readonly requestId: string };

const toMessage = (message: Message): object => {
  switch (message.role) {
    case "answer":
      return { role: "ASSISTANT", ...(message.outcome.message as WireMessage) };
    case "tool":
      return { role: "TOOL", content: message.content, toolCallId: message.call.id };
    case "user":
      return {
        role: "USER",
        ...(isPlain(message)
          ? { content: message.content }
          : {
              parts: [
                { text: message.content },
                ...(message.imageUrl === undefined ? [] : [{ imageUrl: message.imageUrl }]),
                ...(message.pdf === undefined
                  ? []
                  : [{ file: { fileData: dataUrlOf(message.pdf), filename: message.pdf.name } }]),
              ],
            }),
      };
    case "system":
    case "developer":
    case "assistant":
      return { role: message.role.toUpperCase(), content: message.content };
  }
};

const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const toInput = ({
  model,
  messages,
  tools,
  toolChoice,
  parallelToolCalls,
  format,
  stop,
  maxTokens,
  fields = {},
}: Ask): object => ({
  model,
  messages: messages.map(toMessage),
  tools,
  parallelToolCalls,
  stop,
  maxTokens,
  toolChoice:
    typeof toolChoice === "object"
      ? { mode: "FUNCTION", name: toolChoice.name }
      : toolChoice && { mode: toolChoice.toUpperCase() },
  responseFormat:
    format === "json_object" ? { type: "JSON_OBJECT" } : format && { type: "JSON_SCHEMA", strict: true, ...format },
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [camelCase(name), value])),
});

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_TABLE, code);

const toFailure = (code: string, message: string, requestId: string | undefined): Failure => ({
  status: isCode(code) ? ERROR_TABLE[code].http : undefined,
  code,
  message,
  requestId,
});

const refused = ([error]: readonly WireError[]): Outcome => ({
  ...NOTHING,
  error: toFailure(error?.extensions?.code ?? "", error?.message ?? "", error?.extensions?.request_id),
});

const toOutcome = (message: WireMessage): Outcome => ({
  ...NOTHING,
  message,
  text: message.content ?? "",
  reasoning: message.reasoning ?? "",
  refusal: message.refusal ?? "",
  toolCalls: message.toolCalls.map((call) => ({
    id: call.id,
    name: call.name,
    arguments: JSON.parse(call.arguments) as unknown,
  })),
});

const orNull = (text: string): string | null => (text === "" ? null : text);

/** Assembles the events of a subscription. */
const createFold = () => {
  const message = {
    content: "",
    reasoning: "",
    refusal: "",
    reasoningDetails: [] as unknown[],
    toolCalls: [] as WireCall[],
  };
  const seen: { -readonly [Field in keyof Outcome]?: Outcome[Field] } = {};
  return {
    text: () => message.content,
    add(event: Event) {
      switch (event.__typename) {
        case "ChatStarted":
          Object.assign(seen, { requestId: event.requestId, model: event.model });
          break;
        case "ChatDelta":
          message.content += event.content ?? "";
          message.reasoning += event.reasoning ?? "";
          message.refusal += event.refusal ?? "";
          if (event.reasoningDetail !== null) message.reasoningDetails.push(event.reasoningDetail);
          if (event.logprobs !== null) seen.hasLogprobs = true;
          break;
        case "ChatToolCallDelta": {
          const { id, name, arguments: json } = message.toolCalls[event.index] ?? { id: "", name: "", arguments: "" };
          message.toolCalls[event.index] = {
            id: id + (event.id ?? ""),
            name: name + (event.name ?? ""),
            arguments: json + event.arguments,
          };
          break;
        }
        case "ChatFinished":
          Object.assign(seen, { finishReason: event.finishReason.toLowerCase(), usage: event.usage });
          break;
        case "ChatFailed":
          seen.error = toFailure(event.code, event.message, event.requestId);
      }
    },
    outcome: (): Outcome => ({
      ...(seen.error === undefined
        ? toOutcome({
            ...message,
            content: orNull(message.content),
            reasoning: orNull(message.reasoning),
            refusal: orNull(message.refusal),
          })
        : { ...NOTHING, text: message.content }),
      ...seen,
    }),
  };
};

const createDriver = (url: string, key: string, socket: Socket): Driver => ({
  async complete(ask) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ query: COMPLETE, variables: { input: toInput(ask) } }),
    });
    const { data, errors } = (await response.json()) as {
      readonly data?: { readonly createChatCompletion: Completion | null } | null;
      readonly errors?: readonly WireError[];
    };
    const completion = data?.createChatCompletion ?? undefined;
    if (completion === undefined) return refused(errors ?? []);
    const { id, model, finishReason, logprobs, droppedFields, usage, message } = completion;
    return {
      ...toOutcome(message),
      requestId: id,
      model,
      finishReason: finishReason.toLowerCase(),
      usage,
      hasLogprobs: logprobs !== null,
      droppedFields: droppedFields.join(", "),
    };
  },
  async stream(ask, { leave = false } = {}) {
    const fold = createFold();
    for await (const { data, errors } of socket.iterate<{ readonly chatTokens: Event }>({
      query: TOKENS,
      variables: { input: toInput(ask) },
    })) {
      if (errors !== undefined) return refused(errors);
      if (data?.chatTokens !== undefined) fold.add(data.chatTokens);
      // Leaving the loop unsubscribes.
      if (leave && fold.text() !== "") return { ...NOTHING, text: fold.text() };
    }
    return fold.outcome();
  },
  async close() {
    await socket.dispose();
  },
});

/** A mutation, and a subscription over WebSocket. */
export const GRAPHQL: Client = {
  name: "GraphQL",
  lacks: new Set(["n", "names"]),
  withEveryFamily: false,
  open: ({ baseUrl, key }: System) => {
    const url = `${baseUrl}/graphql`;
    return createDriver(
      url,
      key,
      createClient({
        url: url.replace("http", "ws"),
        webSocketImpl: WebSocket,
        connectionParams: { Authorization: `Bearer ${key}` },
        retryAttempts: 0,
      }),
    );
  },
};

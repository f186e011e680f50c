import OpenAI from "openai";
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { type Ask, toBody } from "../ask";
import type { Client, Driver } from "../driver";
import { type Failure, NOTHING, type Outcome, toUsage } from "../outcome";

type Body = ChatCompletionCreateParamsNonStreaming;
/** Fields the package passes on without a type. */
type OwnFields = { readonly reasoning_content?: string };

const bodyOf = (ask: Ask): Body => toBody(ask) as unknown as Body;

export const toFailure = (error: unknown): Failure => {
  if (!(error instanceof OpenAI.APIError)) throw error;
  const body = error.error as { readonly message?: string; readonly request_id?: string } | undefined;
  return {
    status: error.status as number | undefined,
    code: error.code ?? undefined,
    message: body?.message ?? error.message,
    requestId: error.requestID ?? body?.request_id,
  };
};

const fromCompletion = (completion: ChatCompletion, droppedFields: string | undefined): Outcome => {
  const [choice] = completion.choices;
  if (choice === undefined) throw new Error("an answer without a choice");
  const { message } = choice;
  return {
    ...NOTHING,
    droppedFields,
    message,
    requestId: completion.id,
    model: completion.model,
    text: message.content ?? "",
    refusal: message.refusal ?? "",
    finishReason: choice.finish_reason,
    reasoning: (message as OwnFields).reasoning_content ?? "",
    toolCalls: (message.tool_calls ?? []).flatMap((call) =>
      call.type === "function"
        ? [{ id: call.id, name: call.function.name, arguments: JSON.parse(call.function.arguments) as unknown }]
        : [],
    ),
    usage: toUsage(completion.usage),
    hasLogprobs: (choice.logprobs?.content?.length ?? 0) > 0,
  };
};

const createDriver = (client: OpenAI): Driver => {
  return {
    async complete(ask) {
      try {
        const { data, response } = await client.chat.completions.create(bodyOf(ask)).withResponse();
        return fromCompletion(data, response.headers.get("x-gateway-dropped-fields") ?? undefined);
      } catch (error) {
        return { ...NOTHING, error: toFailure(error) };
      }
    },
    async stream(ask, { leave = false } = {}) {
      let text = "";
      let reasoning = "";
      try {
        const stream = client.chat.completions.stream({ ...bodyOf(ask), stream: true });
        for await (const chunk of stream) {
          const delta = chunk.choices[0]?.delta;
          text += delta?.content ?? "";
          reasoning += (delta as OwnFields | undefined)?.reasoning_content ?? "";
          if (!leave || text === "") continue;
          stream.abort();
          return { ...NOTHING, text };
        }
        return { ...fromCompletion(await stream.finalChatCompletion(), undefined), reasoning };
      } catch (error) {
        return { ...NOTHING, text, reasoning, error: toFailure(error) };
      }
    },
  };
};

/** OpenAI's package for Node; streams are read with its own helper, which validates what it assembles. */
export const OPENAI_NODE: Client = {
  name: "openai for Node",
  lacks: new Set(),
  withEveryFamily: true,
  open: ({ baseUrl, key }) => createDriver(new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: key, maxRetries: 0 })),
};

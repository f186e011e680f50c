import { chunksOf, textOf } from "./chat-chunks";
import { ask, type Client, type ErrorBody, type Usage } from "./client";
import { parseSse } from "./sse";

/** A streamed answer, as far as it was received. */
export interface StreamedChat {
  readonly status: number;
  readonly id: string;
  readonly headers: Headers;
  readonly text: string;
  readonly finishReason: string | undefined;
  readonly usage: Usage | undefined;
  readonly error: ErrorBody["error"] | undefined;
  readonly isDone: boolean;
}

/** Streams one question to its end, successful or not. */
export const streamChat = async (client: Client, question: string, rest: object): Promise<StreamedChat> => {
  const response = await client.post("/v1/chat/completions", ask(question, { stream: true, ...rest }));
  const body = await response.text();
  const common = { status: response.status, id: response.headers.get("x-request-id") ?? "", headers: response.headers };
  if (response.status !== 200) {
    return {
      ...common,
      text: "",
      finishReason: undefined,
      usage: undefined,
      error: (JSON.parse(body) as ErrorBody).error,
      isDone: false,
    };
  }
  const { events } = parseSse(body);
  const chunks = chunksOf(events);
  return {
    ...common,
    isDone: events.at(-1)?.data === "[DONE]",
    text: textOf(chunks),
    finishReason: chunks.flatMap(({ choices }) => choices?.[0]?.finish_reason ?? []).at(-1),
    usage: chunks.flatMap(({ usage }) => usage ?? []).at(-1),
    error: chunks.find(({ error }) => error !== undefined)?.error,
  };
};

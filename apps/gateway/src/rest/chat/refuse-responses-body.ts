import { invalidField } from "@cenote/core";
import type { FastifyRequest } from "fastify";
import { isGiven } from "../../schema/is-given";

/**
 * Refuses a body of the Responses API. Some clients (Cursor) send it to the chat route, where validation would only
 * report that messages are missing. They expect a chat completion, so a response would not help them. Errors:
 * invalid_request_error.
 */
export const refuseResponsesBody = async ({ body }: Pick<FastifyRequest, "body">): Promise<void> => {
  const { messages, input } = (body ?? {}) as { readonly messages?: unknown; readonly input?: unknown };
  if (isGiven(messages) || !isGiven(input)) return;
  throw invalidField(
    "messages",
    "required. A body with `input` is one of the Responses API: send it to `/v1/responses`.",
  );
};

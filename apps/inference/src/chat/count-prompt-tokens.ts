import { findModel } from "@cenote/calls";
import type { CountPromptTokensRequest, CountPromptTokensResponse } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { countedFor } from "../metering/counted-for";
import type { CallScope } from "../call-scope";
import { toChatCall } from "../contract/chat-call";

/**
 * The count by which a prompt is refused as too long. It uses OpenAI's encoding for every model, and samples for long
 * prompts. No provider is called, so it is free. Errors: invalid_request_error, model_not_found.
 */
export const countPromptTokens = async (
  { catalog, counter }: Pick<CallScope, "catalog" | "counter">,
  { context, chat }: CountPromptTokensRequest,
): Promise<CountPromptTokensResponse> => {
  if (chat === undefined) throw invalidField("chat", "missing.");
  const call = toChatCall(chat);
  findModel(catalog, chat.model, "chat", context ?? {});
  const of = context === undefined ? { organization: "", caller: "" } : countedFor(context);
  return { promptTokens: await counter.countPromptInTurns(of, call) };
};

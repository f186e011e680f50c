import { invalidRequest } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import { fileAt } from "./capabilities";

export const hasFiles = (call: ChatCall): boolean => fileAt(call) >= 0;

/** The call with its texts and images alone. */
export const withoutFiles = (call: ChatCall): ChatCall => ({
  ...call,
  messages: call.messages.map((message) =>
    typeof message.content === "string"
      ? message
      : { ...message, content: message.content.filter(({ type }) => type !== "pdf") },
  ),
});

/**
 * Tokens to hold for a prompt with files. What is in a file nobody knows before its provider has read it, except that
 * no model takes more than its context. So a budget, which may not be passed, pays for a whole context.
 * @param candidates The routes that may answer. @param estimate From the number of pages.
 * Errors: invalid_request_error, if a budget pays and a context is not known.
 */
export const promptWithFiles = (
  call: ChatCall,
  candidates: readonly Pick<Candidate, "contextTokens" | "model">[],
  { isBudgeted, estimate }: { readonly isBudgeted: boolean; readonly estimate: number },
): number => {
  const unknown = candidates.find(({ contextTokens }) => contextTokens === undefined);
  const most = Math.max(...candidates.map(({ contextTokens = Infinity }) => contextTokens));
  if (!isBudgeted) return Math.min(estimate, most);
  if (unknown === undefined) return most;
  const param = `messages[${fileAt(call)}].content`;
  throw invalidRequest(
    param,
    `${param}: files can't be paid from a budget with ${unknown.model.id}, whose context length is not known here.`,
  );
};

import { invalidRequest } from "@cenote/core";
import type { ChatCall } from "@cenote/providers";
import type { Candidate } from "@cenote/routing";
import { fileAt } from "./capabilities";

export const hasFiles = (call: ChatCall): boolean => fileAt(call) >= 0;

/** A page of any model's takes more, so that no prompt is refused as too long that may fit. */
const LEAST_TOKENS_PER_PAGE = 800;

/** Of the files of a prompt, at least. */
export const leastFileTokens = (call: ChatCall): number => {
  let pages = 0;
  for (const { content } of call.messages)
    if (typeof content !== "string") for (const part of content) if (part.type === "pdf") pages += part.pages;
  return pages * LEAST_TOKENS_PER_PAGE;
};

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
 * no model takes more than its window. So a budget, which may not be passed, pays for a whole window.
 * @param candidates The routes that may answer. @param estimate From the number of pages.
 * Errors: invalid_request_error, if a budget pays and a window is not known.
 */
export const promptWithFiles = (
  call: ChatCall,
  candidates: readonly Pick<Candidate, "contextTokens" | "model">[],
  { isBudgeted, estimate }: { readonly isBudgeted: boolean; readonly estimate: number },
): number => {
  const windows = candidates.map(({ contextTokens = Infinity, model: { windowTokens = 0 } }) =>
    Math.max(contextTokens, windowTokens),
  );
  const most = Math.max(...windows);
  if (!isBudgeted) return Math.min(estimate, most);
  if (most < Infinity) return most;
  const param = `messages[${fileAt(call)}].content`;
  const unknown = candidates[windows.indexOf(Infinity)]?.model.id ?? "a model";
  throw invalidRequest(
    param,
    `${param}: files can't be paid from a budget with ${unknown}, whose context length is not known here.`,
  );
};

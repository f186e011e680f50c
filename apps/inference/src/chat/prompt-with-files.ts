import type { Model } from "@cenote/catalog";
import { invalidRequest } from "@cenote/core";
import type { ChatCall, TokenCounter } from "@cenote/providers";
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

/** The call with its texts and images alone; itself, if it has no files. */
export const withoutFiles = (call: ChatCall): ChatCall =>
  hasFiles(call)
    ? {
        ...call,
        messages: call.messages.map((message) =>
          typeof message.content === "string"
            ? message
            : { ...message, content: message.content.filter(({ type }) => type !== "pdf") },
        ),
      }
    : call;

/** What the providers take at most, per route. */
const windowsOf = (candidates: readonly Pick<Candidate, "contextTokens" | "model">[]): number[] =>
  candidates.map(({ contextTokens = Infinity, model: { windowTokens = 0 } }) => Math.max(contextTokens, windowTokens));

/** An estimate by the number of pages, at most the largest window of the routes that may answer. */
export const mostOfEstimate = (
  candidates: readonly Pick<Candidate, "contextTokens" | "model">[],
  estimated: number,
): number => Math.min(estimated, Math.max(...windowsOf(candidates)));

/**
 * Our own count of a prompt, to be charged where the provider tells none. One with files is estimated by their pages:
 * it comes to no more than the model takes, which is what a budget has paid for.
 */
export const ownPromptTokens = (
  call: ChatCall,
  model: Pick<Model, "contextTokens" | "windowTokens" | "imageTokens">,
  counter: Pick<TokenCounter, "countPrompt">,
): number => {
  const counted = counter.countPrompt(call, model.imageTokens);
  const { contextTokens = Infinity, windowTokens = 0 } = model;
  return hasFiles(call) ? Math.min(counted, Math.max(contextTokens, windowTokens)) : counted;
};

/**
 * Tokens to hold for a prompt with files that a budget pays for. What is in a file nobody knows before its provider has
 * read it, except that no model takes more than its window. @param candidates The routes that may answer.
 * Errors: invalid_request_error, if a window is not known.
 */
export const wholeWindow = (
  call: ChatCall,
  candidates: readonly Pick<Candidate, "contextTokens" | "model">[],
): number => {
  const windows = windowsOf(candidates);
  const most = Math.max(...windows);
  if (most < Infinity) return most;
  const param = `messages[${fileAt(call)}].content`;
  const unknown = candidates[windows.indexOf(Infinity)]?.model.id ?? "a model";
  throw invalidRequest(
    param,
    `${param}: files can't be paid from a budget with ${unknown}, whose context length is not known here.`,
  );
};

import { oneLineJson } from "../../server/answers/one-line-json";

/**
 * The entries of a chat's log probabilities as JSON text without brackets. The Responses API has the same entries.
 */
export const logprobEntries = (logprobsJson: string): string => {
  if (logprobsJson === "") return "";
  const { content } = JSON.parse(logprobsJson) as { readonly content?: readonly object[] | null };
  return (content ?? []).map(oneLineJson).join(",");
};

import { oneLineJson } from "../one-line-json";

/**
 * The entries of a chat's log probabilities as JSON text without the brackets: they are the same here, in a list of
 * their own.
 */
export const logprobEntries = (logprobsJson: string): string => {
  if (logprobsJson === "") return "";
  const { content } = JSON.parse(logprobsJson) as { readonly content?: readonly object[] | null };
  return (content ?? []).map(oneLineJson).join(",");
};

import { isFields, wordOf, type Fields } from "../json-body";
import type { Dialect } from "./dialect";
import { lengthProblem } from "./field-problems";
import { invalidRequest, type Problem } from "./problem";

const NINE_ALPHANUMERIC = /^[a-zA-Z0-9]{9}$/;

const callIdsOf = (message: unknown): string[] =>
  isFields(message) && Array.isArray(message["tool_calls"])
    ? message["tool_calls"].map((call: unknown) => (isFields(call) ? wordOf(call["id"]) : ""))
    : [];

/** OpenAI's error for the first fault in tool calls and their results; some providers check the same. */
export const pairsProblem = (messages: readonly Fields[], dialect: Dialect): Problem | undefined =>
  idsProblem(messages, dialect) ?? (dialect.pairsTools ? orderProblem(messages) : undefined);

const idsProblem = (messages: readonly Fields[], dialect: Dialect): Problem | undefined => {
  for (const [index, message] of messages.entries()) {
    for (const [place, id] of callIdsOf(message).entries()) {
      const problem = idProblem(id, `messages[${index}].tool_calls[${place}].id`, dialect);
      if (problem !== undefined) return problem;
    }
    const { tool_call_id: id } = message;
    const problem = typeof id === "string" ? idProblem(id, `messages[${index}].tool_call_id`, dialect) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const idProblem = (id: string, place: string, dialect: Dialect): Problem | undefined => {
  if (dialect.toolCallIds === "nine" && !NINE_ALPHANUMERIC.test(id))
    return invalidRequest(
      `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
      null,
      "invalid_function_call",
    );
  return lengthProblem(id, place, dialect.maxToolCallIdCharacters);
};

/** Each call must have its result in the messages directly after it, and each result its call. */
const orderProblem = (messages: readonly Fields[]): Problem | undefined => {
  let called: readonly string[] = [];
  let open: readonly string[] = [];
  for (const [index, message] of [...messages, undefined].entries()) {
    if (message?.["role"] !== "tool") {
      if (open.length > 0)
        return invalidRequest(
          `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
          `messages.[${index}].role`,
        );
      called = open = callIdsOf(message);
      continue;
    }
    if (called.length === 0)
      return invalidRequest(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        `messages.[${index}].role`,
      );
    const id = wordOf(message["tool_call_id"]);
    if (!called.includes(id))
      return invalidRequest(
        `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`,
        `messages.[${index}].tool_call_id`,
      );
    open = open.filter((one) => one !== id);
  }
  return undefined;
};

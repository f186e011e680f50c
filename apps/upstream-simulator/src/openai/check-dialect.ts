import { isFields, type Fields } from "../json-body";
import type { Dialect } from "./dialect";
import { isSet } from "./field-problems";
import { invalidRequest, type Problem } from "./problem";

/** A provider's error for a request that OpenAI accepts. */
export const dialectProblem = (body: Fields, dialect: Dialect): Problem | undefined =>
  prefixProblem(body, dialect) ??
  refusedProblem(body, dialect) ??
  refusedPartProblem(body["messages"] as readonly Fields[], dialect) ??
  forcedProblem(body, dialect) ??
  lostReasoningProblem(body, dialect);

const refusedProblem = (body: Fields, dialect: Dialect): Problem | undefined => {
  const { refuses, refusesInMessages, namesUsersAlone, refusesSilence } = dialect;
  const refused = refuses.find((name) => isSet(body, name));
  if (refused !== undefined) return invalidRequest(`property '${refused}' is unsupported`, refused);
  for (const [index, message] of (body["messages"] as readonly Fields[]).entries()) {
    const extra = refusesInMessages.find((name) => isSet(message, name));
    if (extra !== undefined)
      return invalidRequest(`'messages.${index}' : property '${extra}' is unsupported`, "messages");
    if (namesUsersAlone && message["role"] !== "user" && isSet(message, "name"))
      return invalidRequest("Only messages of role 'user' can have a name.", null);
    if (
      refusesSilence &&
      message["role"] === "assistant" &&
      message["content"] === "" &&
      !isSet(message, "tool_calls")
    ) {
      return invalidRequest(
        "Assistant message must have either content or tool_calls, but not none.",
        "messages",
        "invalid_request_message_order",
      );
    }
  }
  return undefined;
};

/** The addresses of images in a message's content. */
const imageUrlsIn = (content: unknown): readonly string[] =>
  (Array.isArray(content) ? content : []).flatMap((part: Fields) => {
    const image = part["image_url"];
    const url = isFields(image) ? image["url"] : image;
    return typeof url === "string" ? [url] : [];
  });

const refusedPartProblem = (
  messages: readonly Fields[],
  { fetchesImages, partsOfUsersAlone }: Dialect,
): Problem | undefined => {
  const address = messages
    .flatMap(({ content }) => imageUrlsIn(content))
    .find((url) => !fetchesImages && !url.startsWith("data:"));
  if (address !== undefined) return invalidRequest(`Invalid request: unsupported image url: ${address}`, null);
  const inParts = messages.findIndex(({ role, content }) => role !== "user" && Array.isArray(content));
  return partsOfUsersAlone && inParts !== -1
    ? invalidRequest(
        `Failed to deserialize the JSON body into the target type: messages[${inParts}]: invalid type: sequence, expected a string`,
        null,
      )
    : undefined;
};

const isThinking = ({ thinking }: Fields): boolean => !(isFields(thinking) && thinking["type"] === "disabled");

const forcedProblem = (body: Fields, { forcesWhileReasoning, forcesByName }: Dialect): Problem | undefined => {
  const choice = body["tool_choice"];
  if (isFields(choice) && !forcesByName)
    return invalidRequest("tool_choice 'specified' is incompatible with thinking enabled", null);
  const isForced = choice === "required" || isFields(choice);
  return isForced && !forcesWhileReasoning && isThinking(body)
    ? invalidRequest("Thinking mode does not support this tool_choice", null, "invalid_request_error")
    : undefined;
};

const lostReasoningProblem = (body: Fields, { wantsReasoning }: Dialect): Problem | undefined => {
  const answers = (body["messages"] as readonly Fields[]).filter(({ role }) => role === "assistant");
  if (!wantsReasoning || !isThinking(body) || !answers.some((message) => isSet(message, "tool_calls")))
    return undefined;
  return answers.every((message) => (message["reasoning_content"] ?? "") !== "")
    ? undefined
    : invalidRequest(
        "The `reasoning_content` in the thinking mode must be passed back to the API.",
        null,
        "invalid_request_error",
      );
};

const prefixProblem = (body: Fields, dialect: Dialect): Problem | undefined => {
  const last = (body["messages"] as readonly Fields[]).at(-1);
  return dialect.prefix === "flagged" && last?.["role"] === "assistant" && last["prefix"] !== true
    ? invalidRequest(
        "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
        "messages",
        "invalid_request_message_order",
      )
    : undefined;
};

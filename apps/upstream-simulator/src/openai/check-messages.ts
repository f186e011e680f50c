import { isFields } from "../json-body";
import {
  emptyProblem,
  FUNCTION_NAME,
  fileProblem,
  misnamedFunction,
  missingProblem,
  typeProblem,
  valueProblem,
} from "./field-problems";
import { invalidRequest, type Problem } from "./problem";

const ROLES = ["developer", "system", "user", "assistant", "tool", "function"];

/** OpenAI's error for a message that is invalid on its own. */
export const messagesProblem = (messages: unknown): Problem | undefined => {
  if (messages === undefined) return missingProblem("messages");
  if (!Array.isArray(messages)) return typeProblem("messages", "an array of objects", messages);
  if (messages.length === 0) return emptyProblem("messages");
  for (const [index, message] of messages.entries()) {
    const problem = messageProblem(message, `messages[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const messageProblem = (message: unknown, place: string): Problem | undefined => {
  if (!isFields(message)) return typeProblem(place, "an object", message);
  const { role, content } = message;
  if (role === undefined) return missingProblem(`${place}.role`);
  if (typeof role !== "string" || !ROLES.includes(role)) return valueProblem(role, `${place}.role`, ROLES);
  const calls: readonly unknown[] = Array.isArray(message["tool_calls"]) ? message["tool_calls"] : [];
  const misnamed = calls.findIndex(
    (call) => isFields(call) && isFields(call["function"]) && !FUNCTION_NAME.test(String(call["function"]["name"])),
  );
  if (misnamed !== -1) return misnamedFunction(`${place}.tool_calls[${misnamed}].function.name`);
  const mayBeEmpty = role === "assistant" && (message["tool_calls"] !== undefined || message["refusal"] !== undefined);
  if (content === undefined || content === null) {
    return mayBeEmpty
      ? undefined
      : invalidRequest(`Invalid value for 'content': expected a string, got null.`, `${place}.content`);
  }
  return contentProblem(content, `${place}.content`) ?? foreignImageProblem(role, content, place);
};

const contentProblem = (content: unknown, place: string): Problem | undefined => {
  if (typeof content === "string") return undefined;
  if (!Array.isArray(content)) return typeProblem(place, "one of a string or array of objects", content);
  for (const [index, part] of content.entries()) {
    const problem = partProblem(part, `${place}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

const foreignImageProblem = (role: string, content: unknown, place: string): Problem | undefined =>
  role !== "user" && Array.isArray(content) && content.some((part) => isFields(part) && part["type"] === "image_url")
    ? invalidRequest(
        `Invalid '${place}'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
        place,
        "invalid_value",
      )
    : undefined;

const PART_TYPES = ["text", "image_url", "input_audio", "refusal", "file"];

const partProblem = (part: unknown, place: string): Problem | undefined => {
  if (!isFields(part)) return typeProblem(place, "an object", part);
  const { type } = part;
  if (typeof type !== "string" || !PART_TYPES.includes(type)) return valueProblem(type, place, PART_TYPES);
  if (type === "text" && typeof part["text"] !== "string") return missingProblem(`${place}.text`);
  if (type === "file") return fileProblem(part["file"], `${place}.file`);
  if (type !== "image_url") return undefined;
  const image = part["image_url"];
  const url = isFields(image) ? image["url"] : image;
  return typeof url === "string" && /^(https?:|data:image\/)/.test(url)
    ? undefined
    : invalidRequest("Invalid MIME type or URL for an image.", `${place}.image_url`, "invalid_image_url");
};

import { invalidArgument, type Problem } from "./problem";
import { isSignature } from "./signature";
import { traitsOf } from "./traits";
import type { Content, Part } from "./wire-types";

const DATA_TYPES: ReadonlySet<string> = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/heic",
  "image/heif",
  "image/gif",
  "image/bmp",
]);

export const FUNCTION_NAME = /^[A-Za-z_][\w.:-]{0,127}$/;

/** The API's error for an invalid conversation. */
export const contentsProblem = (
  contents: readonly Content[] | null | undefined,
  model: string,
): Problem | undefined => {
  const traits = traitsOf(model);
  if (!Array.isArray(contents) || contents.length === 0)
    return invalidArgument("* GenerateContentRequest.contents: contents is not specified\n");
  for (const [index, content] of contents.entries()) {
    const found = contentProblem(content, index, model) ?? turnProblem(content, contents[index - 1]);
    if (found !== undefined) return found;
  }
  if (!traits.prefill && contents.at(-1)?.role === "model")
    return invalidArgument("Requests ending with a model turn are not supported.");
  return traits.wantsSignatures ? signaturesProblem(contents) : undefined;
};

const contentProblem = ({ role, parts }: Content, index: number, model: string): Problem | undefined => {
  if (role !== undefined && role !== "user" && role !== "model")
    return invalidArgument("Please use a valid role: user, model.");
  if (parts === undefined || parts.length === 0)
    return invalidArgument(`* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.\n`);
  for (const [place, part] of parts.entries()) {
    const found = partProblem(part, `GenerateContentRequest.contents[${index}].parts[${place}]`, model);
    if (found !== undefined) return found;
  }
  return undefined;
};

const DATA_FIELDS = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
];

const partProblem = (part: Part, place: string, model: string): Problem | undefined => {
  if (!DATA_FIELDS.some((field) => field in part))
    return invalidArgument(`* ${place}.data: required oneof field 'data' must have one initialized field\n`);
  if (part.inlineData !== undefined && !DATA_TYPES.has(part.inlineData.mimeType))
    return invalidArgument(`Unsupported MIME type: ${part.inlineData.mimeType}`);
  if (part.fileData !== undefined && !(part.fileData.fileUri.startsWith("https://") && traitsOf(model).fetchesUrls))
    return invalidArgument(`Unsupported file uri: ${part.fileData.fileUri}`);
  if (part.functionCall !== undefined && (part.functionCall.name ?? "") === "")
    return invalidArgument(`* ${place}.function_call.name: Name cannot be empty.\n`);
  if (part.functionResponse !== undefined && (part.functionResponse.name ?? "") === "")
    return invalidArgument(`* ${place}.function_response.name: Name cannot be empty.\n`);
  const misnamed = [
    ["function_call", part.functionCall],
    ["function_response", part.functionResponse],
  ] as const;
  const found = misnamed.find(([, named]) => named !== undefined && !FUNCTION_NAME.test(named.name ?? ""));
  if (found !== undefined)
    return invalidArgument(`* ${place}.${found[0]}.name: [FIELD_INVALID] Invalid function name.\n`);
  return (part.thoughtSignature ?? "") !== "" && !isSignature(part.thoughtSignature ?? "", model)
    ? invalidArgument("Corrupted thought signature.")
    : undefined;
};

const callsOf = (content: Content | undefined): number =>
  content?.parts.filter((part) => part.functionCall !== undefined).length ?? 0;
const responsesOf = (content: Content | undefined): number =>
  content?.parts.filter((part) => part.functionResponse !== undefined).length ?? 0;

/** Calls follow the user or a result; results follow calls, one for each. */
const turnProblem = (content: Content, before: Content | undefined): Problem | undefined => {
  if (callsOf(content) > 0 && (before === undefined || before.role === "model")) {
    return invalidArgument(
      "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    );
  }
  const responses = responsesOf(content);
  if (responses > 0 && callsOf(before) === 0)
    return invalidArgument("Please ensure that function response turn comes immediately after a function call turn.");
  const others = callsOf(before) > 1 ? content.parts.length - responses : 0;
  if (callsOf(before) > 0 && responses + others !== callsOf(before)) {
    return invalidArgument(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
  }
  return undefined;
};

/** In the current turn, the first call of each step must be signed. */
const signaturesProblem = (contents: readonly Content[]): Problem | undefined => {
  const turn = contents.findLastIndex(
    (content) => content.role !== "model" && content.parts.some((part) => part.text !== undefined),
  );
  for (const [index, content] of contents.entries()) {
    const call = index > turn ? content.parts.find((part) => part.functionCall !== undefined) : undefined;
    if (call?.functionCall === undefined || (call.thoughtSignature ?? "") !== "") continue;
    return invalidArgument(
      "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. " +
        `Additional data, function call \`default_api:${call.functionCall.name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
    );
  }
  return undefined;
};

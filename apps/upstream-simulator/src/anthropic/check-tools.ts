import { isFields, type Fields } from "../json-body";
import { schemaProblem } from "./check-schema";
import type { Capabilities } from "./models";
import { invalidRequest, type Problem } from "./problem";

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const COMBINATORS = ["oneOf", "allOf", "anyOf"];

export const toolsProblem = (body: Fields, capabilities: Capabilities): Problem | undefined => {
  const { tools, tool_choice: choice } = body;
  if (tools === undefined)
    return choice === undefined
      ? undefined
      : invalidRequest("tool_choice may only be specified while providing tools.");
  if (!Array.isArray(tools)) return invalidRequest("tools: Input should be a valid list");
  const names = tools.map((tool: unknown) => (isFields(tool) ? tool["name"] : undefined));
  const problem = tools
    .map((tool: unknown, index) => toolProblem(tool, index, capabilities))
    .find((one) => one !== undefined);
  if (problem !== undefined) return problem;
  if (new Set(names).size < names.length) return invalidRequest("tools: Tool names must be unique.");
  return choiceProblem(choice, names, capabilities);
};

const toolProblem = (tool: unknown, index: number, capabilities: Capabilities): Problem | undefined => {
  const place = `tools.${index}.custom`;
  if (!isFields(tool)) return invalidRequest(`tools.${index}: Input should be an object`);
  const { name, input_schema: schema, strict } = tool;
  if (typeof name !== "string") return invalidRequest(`${place}.name: Field required`);
  if (!NAME.test(name)) return invalidRequest(`${place}.name: String should match pattern '${NAME.source}'`);
  if (!isFields(schema)) return invalidRequest(`${place}.input_schema: Field required`);
  if (schema["type"] !== "object")
    return invalidRequest(
      `${place}.input_schema.type: ${schema["type"] === undefined ? "Field required" : "Input should be 'object'"}`,
    );
  if (COMBINATORS.some((keyword) => schema[keyword] !== undefined))
    return invalidRequest(
      `${place}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
    );
  if (strict !== true) return undefined;
  return capabilities.structuredOutputs
    ? schemaProblem(schema, place)
    : invalidRequest(`${place}.strict: Extra inputs are not permitted`);
};

const choiceProblem = (choice: unknown, names: readonly unknown[], capabilities: Capabilities): Problem | undefined => {
  if (choice === undefined) return undefined;
  const type = isFields(choice) ? choice["type"] : undefined;
  if (!isFields(choice) || !["auto", "any", "tool", "none"].includes(String(type))) {
    return invalidRequest(
      "tool_choice: Input tag found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'",
    );
  }
  if ((type === "any" || type === "tool") && !capabilities.forcedTools)
    return invalidRequest('tool_choice: type "tool" and "any" are not supported for this model.');
  return type === "tool" && !names.includes(choice["name"])
    ? invalidRequest(`Tool '${String(choice["name"])}' not found in provided tools`)
    : undefined;
};

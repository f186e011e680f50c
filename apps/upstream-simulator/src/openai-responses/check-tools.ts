import { isFields, type Fields } from "../json-body";
import { parametersProblem } from "../openai/check-schema";
import { FUNCTION_NAME, isSet, lengthProblem, misnamedFunction, shown, valueProblem } from "../openai/field-problems";
import { invalidRequest, type Problem } from "../openai/problem";
import { eachProblem, fieldsProblem, stringsProblem } from "./field-problems";

const MAX_TOOLS = 128;
const CHOICES = ["none", "auto", "required"];
const SYNTAXES = ["lark", "regex"];
const TOOL_FIELDS = ["type", "name", "description", "parameters", "strict"];

export const toolsProblem = (body: Fields): Problem | undefined => {
  const tools = body["tools"] ?? [];
  const declared = tools as readonly Fields[];
  return (
    eachProblem(tools, "tools", toolProblem) ??
    lengthProblem(declared, "tools", MAX_TOOLS) ??
    (isSet(body, "tool_choice") ? choiceProblem(body["tool_choice"], declared) : undefined)
  );
};

const customProblem = (tool: Fields, place: string): Problem | undefined => {
  const problem =
    stringsProblem(tool, place, ["name"]) ?? fieldsProblem(tool, place, ["type", "name", "description", "format"]);
  if (problem !== undefined) return problem;
  if (!FUNCTION_NAME.test(String(tool["name"]))) return misnamedFunction(`${place}.name`);
  const format = tool["format"];
  if (!isFields(format) || format["type"] === "text") return undefined;
  if (format["type"] !== "grammar") return valueProblem(format["type"], `${place}.format.type`, ["text", "grammar"]);
  return SYNTAXES.includes(shown(format["syntax"]))
    ? stringsProblem(format, `${place}.format`, ["definition"])
    : valueProblem(format["syntax"], `${place}.format.syntax`, SYNTAXES);
};

const toolProblem = (tool: Fields, place: string): Problem | undefined => {
  if (tool["type"] === "custom") return customProblem(tool, place);
  if (tool["type"] !== "function")
    return invalidRequest(
      `The simulator knows functions and custom tools only: '${place}.type' is '${shown(tool["type"])}'.`,
      `${place}.type`,
      "invalid_value",
    );
  const problem = stringsProblem(tool, place, ["name"]) ?? fieldsProblem(tool, place, TOOL_FIELDS);
  if (problem !== undefined) return problem;
  if (!FUNCTION_NAME.test(String(tool["name"]))) return misnamedFunction(`${place}.name`);
  const { parameters, strict } = tool;
  return isFields(parameters)
    ? parametersProblem(parameters, strict === true, {
        what: `function '${shown(tool["name"])}'`,
        param: `${place}.parameters`,
        code: "invalid_function_parameters",
      })
    : undefined;
};

const NAMED = ["function", "custom"];

const choiceProblem = (choice: unknown, declared: readonly Fields[]): Problem | undefined => {
  if (!isFields(choice)) {
    if (!CHOICES.includes(String(choice))) return valueProblem(choice, "tool_choice", CHOICES);
    return choice === "required" && declared.length === 0
      ? invalidRequest("Tool choice 'required' must be specified with 'tools' parameter.", "tool_choice")
      : undefined;
  }
  if (NAMED.includes(shown(choice["type"])))
    return stringsProblem(choice, "tool_choice", ["name"]) ?? namedProblem([choice], declared);
  if (choice["type"] !== "allowed_tools")
    return valueProblem(choice["type"], "tool_choice.type", ["allowed_tools", ...NAMED]);
  const modes = CHOICES.slice(1);
  if (!modes.includes(shown(choice["mode"]))) return valueProblem(choice["mode"], "tool_choice.mode", modes);
  return (
    eachProblem(choice["tools"], "tool_choice.tools", (tool, place) => stringsProblem(tool, place, ["type", "name"])) ??
    namedProblem(choice["tools"] as readonly Fields[], declared)
  );
};

const namedProblem = (named: readonly Fields[], declared: readonly Fields[]): Problem | undefined => {
  const lost = named.find(({ type, name }) => !declared.some((tool) => tool["type"] === type && tool["name"] === name));
  return lost === undefined
    ? undefined
    : invalidRequest(`Tool choice '${shown(lost["name"])}' not found in 'tools' parameter.`, "tool_choice");
};

import { type Static, Type } from "typebox";
import { optionalBoolean, optionalObject, optionalOf, optionalString, taggedUnion } from "../../schema/fields";
import { functionName, MOST } from "../../bodies/call-fields";

const description = optionalString({ description: "What it does and when to call it, for the model." });

const functionTool = Type.Object({
  type: Type.Literal("function"),
  name: functionName,
  description,
  parameters: optionalObject("JSON Schema of the arguments."),
  strict: optionalBoolean("Arguments keep to the schema, where the provider can promise it."),
});

const grammarFormat = Type.Object({
  type: Type.Literal("grammar"),
  syntax: Type.Unsafe<"lark" | "regex">({ type: "string", enum: ["lark", "regex"] }),
  definition: Type.String({ description: "The grammar." }),
});

type CustomFormat = { readonly type: "text" } | Static<typeof grammarFormat>;

const customTool = Type.Object({
  type: Type.Literal("custom"),
  name: functionName,
  description,
  format: optionalOf(
    taggedUnion<CustomFormat>("type", [Type.Object({ type: Type.Literal("text") }), grammarFormat]),
    "What its input is like. OpenAI's models keep to a grammar; other models have it in the tool's description.",
  ),
});

type CallableTool = Static<typeof functionTool> | Static<typeof customTool>;

const namespaceTool = Type.Object({
  type: Type.Literal("namespace"),
  name: functionName,
  description: optionalString({ description: "Describes what its tools have in common, for the model." }),
  tools: Type.Array(taggedUnion<CallableTool>("type", [functionTool, customTool]), { maxItems: MOST.tools }),
});

/** Agents send it with every call. It is ignored if there are other tools. */
const webSearchTool = Type.Object({ type: Type.Literal("web_search") });

export type Tool = CallableTool | Static<typeof namespaceTool> | Static<typeof webSearchTool>;

export const toolList = Type.Array(
  taggedUnion<Tool>("type", [functionTool, customTool, namespaceTool, webSearchTool]),
  { maxItems: MOST.tools },
);

const namedTool = <const T extends "function" | "custom">(type: T) =>
  Type.Object({ type: Type.Literal(type), name: functionName });
const [namedFunction, namedCustom] = [namedTool("function"), namedTool("custom")];
type NamedTool = Static<typeof namedFunction> | Static<typeof namedCustom>;

const allowedTools = Type.Object({
  type: Type.Literal("allowed_tools"),
  mode: Type.Unsafe<"auto" | "required">({
    type: "string",
    enum: ["auto", "required"],
    description: "Whether one of them must be called.",
  }),
  tools: Type.Array(taggedUnion<NamedTool>("type", [namedFunction, namedCustom]), {
    minItems: 1,
    maxItems: MOST.tools,
    description: "The `tools` that may be called; others are not sent to the model.",
  }),
});

export const toolChoice = Type.Union([
  Type.Unsafe<"none" | "auto" | "required">({ type: "string", enum: ["none", "auto", "required"] }),
  taggedUnion<NamedTool | Static<typeof allowedTools>>("type", [namedFunction, namedCustom, allowedTools]),
]);

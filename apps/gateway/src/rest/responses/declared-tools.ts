import type { Tool as ContractTool } from "@cenote/contracts";
import { invalidField } from "@cenote/core";
import { MOST } from "../../bodies/call-fields";
import type { ResponsesBody } from "./body";
import type { Tool } from "./body-tools";
import { wireName } from "./wire-name";

type CallableTool = Exclude<Tool, { readonly type: "namespace" | "web_search" }>;

/** A tool of the caller's, and how its calls appear in the answer. */
export interface DeclaredTool {
  readonly tool: ContractTool;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly isCustom: boolean;
}

/** Tools by the names under which models know them. */
export type DeclaredTools = ReadonlyMap<string, DeclaredTool>;

const NONE: DeclaredTools = new Map();

const withoutEncryption = (property: unknown): unknown => {
  if (typeof property !== "object" || property === null || !("encrypted" in property)) return property;
  const { encrypted: _, ...plain } = property;
  return plain;
};

/**
 * Removes `encrypted` from parameters. Codex marks messages between its agents with it, and only OpenAI could write and
 * read those. Without it they are plain text for every model.
 */
const inPlainText = (parameters: object): object => {
  const { properties } = parameters as { readonly properties?: unknown };
  if (typeof properties !== "object" || properties === null) return parameters;
  const plain = Object.entries(properties).map(([name, property]) => [name, withoutEncryption(property)] as const);
  return { ...parameters, properties: Object.fromEntries(plain) };
};

const toContract = (tool: CallableTool, name: string, intro: string): ContractTool => {
  const description = intro + (tool.description ?? "");
  if (tool.type === "custom") {
    const format = tool.format ?? { type: "text" };
    const { syntax, definition } = format.type === "grammar" ? format : { syntax: "", definition: "" };
    return { name, description, parametersJson: "", custom: { type: format.type, syntax, definition } };
  }
  return {
    name,
    description,
    parametersJson:
      tool.parameters === null || tool.parameters === undefined ? "" : JSON.stringify(inPlainText(tool.parameters)),
    strict: tool.strict ?? undefined,
  };
};

const declare = (tool: CallableTool, namespace: string | undefined, intro: string): DeclaredTool => ({
  tool: toContract(tool, wireName(tool.name, namespace), intro),
  name: tool.name,
  namespace,
  isCustom: tool.type === "custom",
});

/** The first tool of a namespace gets the namespace's description: no provider supports namespaces. */
const introOf = (name: string, description: string | null | undefined, place: number): string =>
  place > 0 || description === null || description === undefined || description === ""
    ? ""
    : `${name}: ${description}\n\n`;

const inNamespaces = (tool: Tool): DeclaredTool[] => {
  if (tool.type === "web_search") return [];
  if (tool.type !== "namespace") return [declare(tool, undefined, "")];
  const { name, description, tools } = tool;
  return tools.map((inner, place) => declare(inner, name, introOf(name, description, place)));
};

/** `tools`, then the tools that items of the conversation add. */
const listsIn = ({ tools, input }: Pick<ResponsesBody, "tools" | "input">): (readonly Tool[])[] => [
  ...((tools ?? []).length === 0 ? [] : [tools!]),
  ...(typeof input === "string" ? [] : input.flatMap((item) => (item.type === "additional_tools" ? [item.tools] : []))),
];

/** The tools of a call. Pure. Errors: invalid_request_error for too many, and for two with the same name. */
export const declaredTools = (body: Pick<ResponsesBody, "tools" | "input">): DeclaredTools => {
  const lists = listsIn(body);
  if (lists.length === 0) return NONE;
  const declared = new Map<string, DeclaredTool>();
  for (const one of lists.flat().flatMap(inNamespaces)) {
    const { name } = one.tool;
    const other = declared.get(name);
    if (other !== undefined && (other.name !== one.name || (other.namespace ?? "") !== (one.namespace ?? "")))
      throw invalidField("tools", `two of them would be called ${name}; rename one, or its namespace.`);
    declared.set(name, one);
  }
  if (declared.size > MOST.tools) throw invalidField("tools", `at most ${MOST.tools}, those in namespaces included.`);
  return declared;
};

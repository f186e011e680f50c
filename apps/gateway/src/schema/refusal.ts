import { type CenoteError, invalidField } from "@cenote/core";
import { type JsonSchema, describe } from "./describe";

/** ajv's error for one failed keyword, with the option `verbose`. */
export interface SchemaFault {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema?: unknown;
  readonly parentSchema?: DescribedSchema & {
    readonly oneOf?: readonly TaggedBranch[];
    readonly properties?: Readonly<Record<string, DescribedSchema>>;
  };
}

type DescribedSchema = JsonSchema & { readonly pattern?: string; readonly description?: string };

interface TaggedBranch {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Longest name repeated in an error's path: callers choose some names. */
const MAX_NAME_CHARACTERS = 64;

export const shortened = (name: string): string =>
  name.length <= MAX_NAME_CHARACTERS ? name : `${name.slice(0, MAX_NAME_CHARACTERS)}…`;

/** Converts `/messages/0/role` to `messages[0].role`. */
const toFieldPath = (pointer: string): string => {
  let path = "";
  for (const step of pointer.split("/").slice(1)) {
    const name = shortened(step.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (/^\d+$/.test(name)) path += `[${name}]`;
    else path += path === "" ? name : `.${name}`;
  }
  return path === "" ? "body" : path;
};

const join = (path: string, name: string): string => (path === "body" ? name : `${path}.${name}`);

const KINDS: ReadonlySet<string> = new Set(["type", "enum", "const", "anyOf"]);
const LIMITS: ReadonlySet<string> = new Set(["maxItems", "minItems", "maxProperties"]);

const depth = (fault: SchemaFault): number => fault.instancePath.split("/").length;

/** The limit without the description of its items: it is unknown which of the shapes was meant. */
const ofAnyItems = (limit: SchemaFault): SchemaFault => {
  const { items: _items, ...parentSchema } = limit.parentSchema ?? {};
  return { ...limit, parentSchema };
};

/**
 * Chooses the mistake to report. A value that matches none of several shapes fails in each of them. In order of
 * preference: an exceeded limit; a mistake inside the intended shape; the list of shapes.
 */
const chooseFault = (faults: readonly SchemaFault[]): SchemaFault | undefined => {
  const union = faults.findLast((fault) => fault.keyword === "anyOf");
  if (union === undefined) return faults[0];
  const inside = faults.filter((fault) => fault.schemaPath.startsWith(`${union.schemaPath}/`));
  const [limit, ...others] = inside.filter((fault) => LIMITS.has(fault.keyword));
  if (limit !== undefined) {
    return others.some(({ instancePath }) => instancePath === limit.instancePath) ? ofAnyItems(limit) : limit;
  }
  const deeper = inside.filter((fault) => depth(fault) > depth(union));
  if (deeper.length > 0) {
    const branchOf = (fault: SchemaFault) => fault.schemaPath.slice(union.schemaPath.length + 1).split("/")[0];
    const branches = new Set(deeper.map(branchOf));
    return branches.size === 1 ? chooseFault(deeper) : union;
  }
  // The intended shape is the only one that failed in more than the kind of value.
  const meant = inside.filter((fault) => !KINDS.has(fault.keyword));
  return meant.length === 1 ? meant[0] : union;
};

const tagsOf = (fault: SchemaFault, tag: string): JsonSchema => ({
  enum: (fault.parentSchema?.oneOf ?? []).flatMap((branch) => {
    const rule = branch.properties?.[tag];
    return rule?.enum ?? [rule?.const];
  }),
});

/** Ends a text with one full stop: descriptions may already be sentences. */
const withStop = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/** The message for a missing field. If it has a pattern, its description explains the format. */
const required = ({ pattern, description }: DescribedSchema = {}): string =>
  pattern === undefined || description === undefined ? "required." : withStop(`required: ${description}`);

/** The error for an invalid body, query or path: the field's path, and what it may contain. */
export const toRefusal = (faults: readonly SchemaFault[]): CenoteError => {
  const fault = chooseFault(faults);
  if (fault === undefined) return invalidField("body", "invalid.");
  const path = toFieldPath(fault.instancePath);
  const parent = fault.parentSchema ?? {};
  switch (fault.keyword) {
    case "required": {
      const missing = String(fault.params["missingProperty"]);
      return invalidField(join(path, missing), required(parent.properties?.[missing]));
    }
    case "discriminator": {
      const tag = String(fault.params["tag"]);
      return invalidField(join(path, tag), `must be ${describe(tagsOf(fault, tag))}.`);
    }
    case "pattern":
      return invalidField(
        path,
        withStop(`must be ${parent.description ?? `text that matches ${String(fault.schema)}`}`),
      );
    case "minLength":
      return invalidField(path, "must not be empty.");
    case "maxLength":
      return invalidField(path, `must be at most ${String(fault.schema)} characters long.`);
    case "maxProperties":
      return invalidField(path, `must have at most ${String(fault.schema)} entries.`);
    default:
      return invalidField(path, `must be ${describe(parent)}.`);
  }
};

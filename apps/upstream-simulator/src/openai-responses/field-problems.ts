import { isFields, type Fields } from "../json-body";
import { missingProblem, typeProblem, unknownProblem } from "../openai/field-problems";
import type { Problem } from "../openai/problem";

/** The error of the first of these fields that is missing or not a string. */
export const stringsProblem = (fields: Fields, place: string, names: readonly string[]): Problem | undefined => {
  const bad = names.find((name) => typeof fields[name] !== "string");
  if (bad === undefined) return undefined;
  return fields[bad] === undefined
    ? missingProblem(`${place}.${bad}`)
    : typeProblem(`${place}.${bad}`, "a string", fields[bad]);
};

/** The error of the first field with another name: unknown fields are rejected. */
export const fieldsProblem = (fields: Fields, place: string, names: readonly string[]): Problem | undefined => {
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  return unknown === undefined ? undefined : unknownProblem(`${place}.${unknown}`);
};

/** The error of the first member that has one. */
export const eachProblem = (
  value: unknown,
  place: string,
  check: (member: Fields, place: string, index: number) => Problem | undefined,
): Problem | undefined => {
  if (!Array.isArray(value)) return typeProblem(place, "an array of objects", value);
  for (const [index, member] of value.entries()) {
    const at = `${place}[${index}]`;
    const problem = isFields(member) ? check(member, at, index) : typeProblem(at, "an object", member);
    if (problem !== undefined) return problem;
  }
  return undefined;
};

import { CenoteError } from "@cenote/core";

/** Where an input or argument has another name than the field of the body or message it fills. */
const NAMES: Readonly<Record<string, string>> = {
  ttl_s: "ttlSeconds",
  from_day: "from",
  to_day: "to",
  "page.cursor": "after",
};
const NAMED = new RegExp(`\\b(?:${Object.keys(NAMES).join("|").replaceAll(".", "\\.")})\\b`, "g");

/** `response_format.json_schema.name` as GraphQL's flatter, camel-cased input has it: `responseFormat.name`. */
const toInputPath = (path: string): string =>
  NAMES[path] ??
  path
    .replace(/\.(?:function|json_schema|image_url)(?=\.)/g, "")
    .replaceAll(".content[", ".parts[")
    .replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** An error that names a field as REST or a service does, in the words of who asked by GraphQL. Pure. */
export const inInputWords = (error: CenoteError): CenoteError => {
  const { code, param, message, retryAfterMs, retryable, cause } = error;
  const path = param === undefined ? undefined : toInputPath(param);
  if (param === undefined || path === param) return error;
  const told = message.startsWith(param)
    ? `${path}${message.slice(param.length)}`
    : message.replaceAll(NAMED, (name) => NAMES[name] ?? name);
  return new CenoteError(code, told, { param: path, retryAfterMs, retryable, cause });
};

import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json-fields";
import { mistakePath, mistakePaths } from "./detail-errors";
import { parseJson } from "../wire/parse-json";

/** What an error body says, in whichever of the known shapes. */
export interface Said {
  readonly message: string;
  /** `code`, `type` and `status` words, lower case. */
  readonly words: readonly string[];
  /** A status in the body: routers tell the status of the provider behind them so. */
  readonly status: number | undefined;
  /** The parameters it names. */
  readonly paths: readonly string[];
}

/** @returns Undefined for what is no JSON, or too deep: what follows turns parts of it into text. */
export const errorBodyOf = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};

/** `detail: [{loc, msg}]` of FastAPI servers, vLLM and Mistral among them. */
const detailText = (detail: unknown): string => {
  if (typeof detail === "string") return detail;
  if (isFields(detail)) return textOf(detail["message"]) || textOf(detail["msg"]) || JSON.stringify(detail);
  if (!Array.isArray(detail)) return "";
  return detail
    .map((item: unknown) => {
      if (!isFields(item)) return textOf(item);
      const path = mistakePath(item);
      const text = textOf(item["msg"]) || textOf(item["message"]);
      return path === "" ? text : `${path}: ${text}`;
    })
    .filter((text) => text !== "")
    .join("; ");
};

const messageIn = (fields: Fields): string => {
  const { message } = fields;
  return (
    textOf(message) ||
    (isFields(message) ? detailText(message["detail"] ?? message) : "") ||
    detailText(fields["detail"])
  );
};

const statusIn = (...values: readonly unknown[]): number | undefined =>
  values.map(Number).find((value) => Number.isInteger(value) && value >= 400 && value < 600);

/** The paths of the mistakes in `detail`, and the one in `param`. */
const pathsIn = ({ param, detail, message }: Fields): string[] => {
  const located = mistakePaths(isFields(message) ? message["detail"] : detail);
  return param === undefined || param === null || param === ""
    ? located
    : [...located, typeof param === "string" ? param : JSON.stringify(param)];
};

/** Whether it is about a parameter of the request. The model's name is the catalog's, not the caller's. */
export const namesParameter = ({ paths }: Pick<Said, "paths">): boolean => paths.some((path) => path !== "model");

export const outerOf = (body: unknown): unknown => (Array.isArray(body) ? body[0] : body);

const innerOf = (outer: Fields): Fields =>
  isFields(outer["error"]) ? outer["error"] : (listOf(outer["errors"])[0] ?? outer);

export const saidBy = (body: unknown): Said | undefined => {
  const outer = outerOf(body);
  if (!isFields(outer)) return undefined;
  const inner = innerOf(outer);
  const message = (typeof outer["error"] === "string" ? outer["error"] : messageIn(inner)) || messageIn(outer);
  const words = [inner["code"], inner["type"], inner["status"], outer["code"], outer["type"]]
    .map((word) => textOf(word).toLowerCase())
    .filter((word) => word !== "");
  const paths = [...pathsIn(inner), ...(inner === outer ? [] : pathsIn(outer))];
  return {
    message,
    words,
    paths,
    status: statusIn(inner["code"], inner["status_code"], inner["status"], outer["status_code"], outer["code"]),
  };
};

export const NOTHING_SAID: Said = { message: "", words: [], paths: [], status: undefined };

/**
 * What OpenRouter was told by the provider behind it, whose error its own only announces
 * (https://openrouter.ai/docs/api/reference/errors-and-debugging): `error.metadata.raw`, JSON, its text or plain words.
 */
export const saidBehind = (body: unknown): Said | undefined => {
  const outer = outerOf(body);
  if (!isFields(outer)) return undefined;
  const { raw } = fieldsOf(innerOf(outer)["metadata"]);
  const text = textOf(raw).trim();
  const said = saidBy(text === "" ? raw : errorBodyOf(text)) ?? {
    ...NOTHING_SAID,
    message: text.startsWith("<") ? "" : text,
  };
  return said.message === "" ? undefined : said;
};

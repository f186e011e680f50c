import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json-fields";
import { mistakePath, mistakePaths } from "./detail-errors";
import { parseJson } from "../wire/parse-json";

/** The content of an error body, from any of the known shapes. */
export interface ErrorInfo {
  readonly message: string;
  /** The words in `code`, `type` and `status`, in lower case. */
  readonly words: readonly string[];
  /** A status in the body, with which routers report the status of the provider behind them. */
  readonly status: number | undefined;
  /** Paths of the parameters that the error names. */
  readonly paths: readonly string[];
}

/** @returns Undefined if the text is not JSON, or nested too deeply for its parts to be serialized again. */
export const parseErrorBody = (text: string): unknown => {
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

/** The paths of the mistakes in `detail`, and the path in `param`. */
const pathsIn = ({ param, detail, message }: Fields): string[] => {
  const located = mistakePaths(isFields(message) ? message["detail"] : detail);
  return param === undefined || param === null || param === ""
    ? located
    : [...located, typeof param === "string" ? param : JSON.stringify(param)];
};

/** Whether the error is about a parameter of the caller. The model's name is from the catalog. */
export const namesParameter = ({ paths }: Pick<ErrorInfo, "paths">): boolean => paths.some((path) => path !== "model");

export const outerOf = (body: unknown): unknown => (Array.isArray(body) ? body[0] : body);

const innerOf = (outer: Fields): Fields =>
  isFields(outer["error"]) ? outer["error"] : (listOf(outer["errors"])[0] ?? outer);

export const readErrorInfo = (body: unknown): ErrorInfo | undefined => {
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

export const NO_ERROR_INFO: ErrorInfo = { message: "", words: [], paths: [], status: undefined };

/**
 * The error of the provider behind OpenRouter, whose own error only announces it
 * (https://openrouter.ai/docs/api/reference/errors-and-debugging): `error.metadata.raw`, which is JSON, JSON text or plain
 * text.
 */
export const readUpstreamErrorInfo = (body: unknown): ErrorInfo | undefined => {
  const outer = outerOf(body);
  if (!isFields(outer)) return undefined;
  const { raw } = fieldsOf(innerOf(outer)["metadata"]);
  const text = textOf(raw).trim();
  const info = readErrorInfo(text === "" ? raw : parseErrorBody(text)) ?? {
    ...NO_ERROR_INFO,
    message: text.startsWith("<") ? "" : text,
  };
  return info.message === "" ? undefined : info;
};

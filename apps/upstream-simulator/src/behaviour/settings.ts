import { FAULT_KINDS, FILE_FATES, VIDEO_OUTCOMES, type Behaviour, type Settings } from "./behaviour";

/** A setting is unknown or has an invalid value. The message names it. */
export class SettingError extends Error {
  override readonly name = "SettingError";
}

type Reader = (value: string) => unknown;
interface Setting {
  readonly field: keyof Behaviour;
  readonly read: Reader;
}

const MAX_COUNT = 1_000_000;

const count =
  (minimum: number, maximum = MAX_COUNT): Reader =>
  (value) => {
    const number = Number(value);
    if (value === "" || !Number.isInteger(number) || number < minimum || number > maximum) {
      throw new SettingError(`must be an integer from ${minimum} to ${maximum}`);
    }
    return number;
  };

const flag: Reader = (value) => {
  if (value !== "" && value !== "true" && value !== "false") throw new SettingError("is a flag: give it no value");
  return value !== "false";
};

const oneOf =
  (choices: readonly string[]): Reader =>
  (value) => {
    if (!choices.includes(value)) throw new SettingError(`must be one of ${choices.join(", ")}`);
    return value;
  };

const text: Reader = (value) => value;

/**
 * Validated here: an invalid value would fail only when the head is written, perhaps in a timer, and end the process.
 */
const headerText: Reader = (value) => {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw new SettingError("holds a character that no header can carry");
  return value;
};

const word: Reader = (value) => {
  if (value === "") throw new SettingError("needs a name");
  return value;
};

/** All settings, the same in a prompt and over the admin API. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  words: { field: "words", read: count(0) },
  text: { field: "text", read: text },
  reasoning: { field: "reasoning", read: count(0) },
  cached: { field: "cached", read: count(0) },
  tools: { field: "tools", read: count(0, 128) },
  refuse: { field: "refuse", read: flag },
  finish: { field: "finish", read: text },
  made: { field: "made", read: count(0, 10) },
  polls: { field: "polls", read: count(0) },
  render_ms: { field: "renderMs", read: count(0) },
  render_hold: { field: "renderHold", read: word },
  poll_errors: { field: "pollErrors", read: count(0) },
  outcome: { field: "outcome", read: oneOf(VIDEO_OUTCOMES) },
  file: { field: "file", read: oneOf(FILE_FATES) },
  hold: { field: "hold", read: word },
  headers_ms: { field: "headersMs", read: count(0) },
  first_ms: { field: "firstMs", read: count(0) },
  chunk_ms: { field: "chunkMs", read: count(0) },
  one_by_one: { field: "oneByOne", read: flag },
  keep_alive_ms: { field: "keepAliveMs", read: count(1) },
  split: { field: "split", read: count(1) },
  split_ms: { field: "splitMs", read: count(0) },
  content_type: { field: "contentType", read: headerText },
  no_usage: { field: "noUsage", read: flag },
  no_done: { field: "noDone", read: flag },
  fault: { field: "fault", read: oneOf(FAULT_KINDS) },
  after: { field: "after", read: count(0) },
  status: { field: "status", read: count(200, 599) },
  body: { field: "body", read: oneOf(["json", "html", "empty"]) },
  retry_after: { field: "retryAfter", read: headerText },
  code: { field: "code", read: text },
  message: { field: "message", read: text },
};

/** @param pairs Names and values; a flag's value is empty. Throws SettingError. */
export const readSettings = (pairs: Iterable<readonly [string, string]>): Settings => {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of pairs) {
    const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    if (setting === undefined)
      throw new SettingError(
        `The simulator knows no setting '${name}'. It knows: ${Object.keys(SETTINGS).join(", ")}.`,
      );
    try {
      settings[setting.field] = setting.read(value);
    } catch (error) {
      throw new SettingError(`The simulator's setting '${name}' ${(error as Error).message}.`, { cause: error });
    }
  }
  return settings;
};

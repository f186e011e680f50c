import type { CallInfo } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";

/**
 * What the fields of a chat completion are called in another API: errors and the header of dropped fields name those that its caller sent.
 */
export interface FieldWords {
  error(thrown: unknown): unknown;
  info(info: CallInfo | undefined): CallInfo | undefined;
}

const isWithin = (path: string, name: string): boolean => path.startsWith(name) && [undefined, ".", "["].includes(path[name.length]);

/** @param names Of chat completions to those of the other API, the more exact ones first; a field that is not named is called the same. */
export const createFieldWords = (names: Readonly<Record<string, string>>): FieldWords => {
  const rename = (path: string): string => {
    const name = Object.keys(names).find((known) => isWithin(path, known));
    return name === undefined ? path : `${names[name] ?? name}${path.slice(name.length)}`;
  };
  return {
    error(thrown) {
      if (!(thrown instanceof CenoteError) || thrown.param === undefined) return thrown;
      const { code, param, message, retryable, retryAfterMs, cause } = thrown;
      const renamed = rename(param);
      if (renamed === param) return thrown;
      const told = message.startsWith(`${param}:`) ? `${renamed}${message.slice(param.length)}` : message;
      return new CenoteError(code, told, { param: renamed, retryable, cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
    },
    info: (info) => (info === undefined || info.droppedFields.length === 0 ? info : { ...info, droppedFields: info.droppedFields.map(rename) }),
  };
};

import type { CallInfo } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";

/** Translates names of chat completion fields to another API's names, in errors and in the header of dropped fields. */
export interface FieldNames {
  inError(thrown: unknown): unknown;
  inInfo(info: CallInfo | undefined): CallInfo | undefined;
}

/**
 * @param rules Paths of chat completion fields with the other API's path. The first match counts; without one, the path
 * is the same.
 */
export const createFieldNames = (rules: readonly (readonly [pattern: RegExp, path: string])[]): FieldNames => {
  const rename = (path: string): string => {
    const rule = rules.find(([pattern]) => pattern.test(path));
    return rule === undefined ? path : path.replace(...rule);
  };
  return {
    inError(thrown) {
      if (!(thrown instanceof CenoteError) || thrown.param === undefined) return thrown;
      const { param, message } = thrown;
      const renamed = rename(param);
      if (renamed === param) return thrown;
      const text = message.startsWith(`${param}:`) ? `${renamed}${message.slice(param.length)}` : message;
      return thrown.with({ message: text, param: renamed });
    },
    inInfo: (info) =>
      info === undefined || info.droppedFields.length === 0
        ? info
        : { ...info, droppedFields: info.droppedFields.map(rename) },
  };
};

/** For a body whose fields have the names of a chat completion, or those in media's errors. */
export const SAME_NAMES = createFieldNames([]);

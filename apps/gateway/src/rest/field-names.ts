import type { CallInfo } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";

/**
 * What the fields of a chat completion are called in another API: errors and the header of dropped fields name those
 * that its caller sent.
 */
export interface FieldNames {
  inError(thrown: unknown): unknown;
  inInfo(info: CallInfo | undefined): CallInfo | undefined;
}

/**
 * @param rules Of paths of a chat completion to those of the other API; the first that matches counts. Without one a
 * field is called the same.
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
      const told = message.startsWith(`${param}:`) ? `${renamed}${message.slice(param.length)}` : message;
      return thrown.with({ message: told, param: renamed });
    },
    inInfo: (info) =>
      info === undefined || info.droppedFields.length === 0
        ? info
        : { ...info, droppedFields: info.droppedFields.map(rename) },
  };
};

/** For a body whose fields are called as in a chat completion, or as media's errors call them. */
export const SAME_NAMES = createFieldNames([]);

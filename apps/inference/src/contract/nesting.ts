const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether arrays and objects are nested more than `limit` levels deep. Iterative, to spare the call stack. */
export const isNestedDeeper = (value: object, limit: number): boolean => {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  }
  return false;
};

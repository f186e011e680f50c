/** Whether a field is present. In every body, `null` means absent. */
export const isGiven = <Value>(value: Value): value is NonNullable<Value> => value !== undefined && value !== null;

/** Whether a field is there: in every body `null` means that it is not. */
export const isGiven = <Value>(value: Value): value is NonNullable<Value> => value !== undefined && value !== null;

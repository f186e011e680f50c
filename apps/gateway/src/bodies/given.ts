/** A field that was left out, or sent as null, is absent. */
export const given = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

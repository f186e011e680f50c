import type { RequestQuery } from "../../generated/operations";

/** A call that was charged. */
export type RequestRecord = NonNullable<RequestQuery["request"]>;

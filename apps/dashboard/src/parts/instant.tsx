import { formatInstant } from "../format/format-time";

/** A point in time. @param at RFC 3339. */
export const Instant = ({ at }: { readonly at: string }) => <time dateTime={at} className="numbers">{formatInstant(at)}</time>;

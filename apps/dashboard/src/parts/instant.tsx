import { formatInstant } from "../format/format-time";

/** A point in time, on the reader's own clock; pointed at, on that of UTC. @param at RFC 3339. */
export const Instant = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at} className="numbers">
    {formatInstant(at)}
  </time>
);

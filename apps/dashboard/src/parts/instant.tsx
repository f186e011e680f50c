import { formatInstant } from "../format/format-time";

/** A point in time in the browser's time zone; its tooltip shows `at`. @param at RFC 3339, UTC. */
export const Instant = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at} className="numbers">
    {formatInstant(at)}
  </time>
);

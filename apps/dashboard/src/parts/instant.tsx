import { formatInstant, formatMinute } from "../format/format-time";

interface InstantProps {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Without seconds. */
  readonly toMinute?: boolean;
}

/** A point in time in the browser's time zone; its tooltip shows `at`. */
export const Instant = ({ at, toMinute = false }: InstantProps) => (
  <time dateTime={at} title={at} className="numbers">
    {toMinute ? formatMinute(at) : formatInstant(at)}
  </time>
);

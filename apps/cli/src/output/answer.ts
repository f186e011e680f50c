/** What a command has to say, in both forms. */
export interface Answer {
  /** Printed with `--json`: one value, money as decimal strings, times in RFC 3339. */
  readonly json: unknown;
  /** Printed without: lines for a person, no newline at the end. */
  readonly text: string;
  /** What was probably not meant, each a sentence for standard error. */
  readonly warnings?: readonly string[];
  /** Why the answer is bad news all the same: goes to standard error, and the tool exits 1. */
  readonly refusal?: string;
}

/** A command's answer, in both forms. */
export interface Answer {
  /** Printed with `--json`: one value, money as decimal strings, times in RFC 3339. */
  readonly json: unknown;
  /** Printed without `--json`: lines for a person, without a trailing newline. */
  readonly text: string;
  /** Probable mistakes, each a sentence for standard error. */
  readonly warnings?: readonly string[];
  /** Reason for exit code 1 despite an answer; printed to standard error. */
  readonly refusal?: string;
}

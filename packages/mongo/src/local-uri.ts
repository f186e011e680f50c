/**
 * URI of a server started here. It has no other member to fail over to, so the driver's second try of a write gains
 * nothing; and SecantusDB goes through its record of retryable writes on each of them, which made a write ten times as
 * expensive after some ten thousand.
 */
export const localUri = (port: number, database: string): string =>
  `mongodb://127.0.0.1:${port}/${database}?directConnection=true&retryWrites=false`;

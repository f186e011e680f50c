/**
 * URI of a server started here. Retryable writes are off: there is no other member to fail over to, and SecantusDB scans
 * its record of retryable writes at each one, which made a write ten times as expensive after some ten thousand.
 */
export const localUri = (port: number, database: string): string =>
  `mongodb://127.0.0.1:${port}/${database}?directConnection=true&retryWrites=false`;

/**
 * Where a server that was started here is reached. It has no other member to fail over to, so the driver's second try of a
 * write gains nothing; and its record of writes that may be tried again is gone through by SecantusDB at each of them,
 * which made a write ten times as dear after some ten thousand.
 */
export const localUri = (port: number, database: string): string =>
  `mongodb://127.0.0.1:${port}/${database}?directConnection=true&retryWrites=false`;

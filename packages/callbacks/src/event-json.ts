/** The body of a callback. @param data JSON text of an object; text, so that money keeps all its digits. */
export const eventJson = ({
  type,
  atMs,
  data,
}: {
  readonly type: string;
  readonly atMs: number;
  readonly data: string;
}): string =>
  `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(new Date(atMs).toISOString())},"data":${data}}`;

import type { IncomingMessage } from "node:http";

export const MAX_BODY_MIB = 64;

/**
 * @param done Called with undefined if the body is longer than MAX_BODY_MIB. Not called if the client disconnects
 * first.
 */
export const readBody = (request: IncomingMessage, done: (body: Buffer | undefined) => void): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_MIB * 1024 * 1024) chunks.push(chunk);
  });
  request.on("end", () => {
    if (bytes > MAX_BODY_MIB * 1024 * 1024) done(undefined);
    else done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  });
};

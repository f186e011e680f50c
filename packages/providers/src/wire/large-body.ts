import type { WireRequest } from "../target";

/** A request whose body may be bytes. */
export interface HttpRequest extends Omit<WireRequest, "body"> {
  readonly body?: string | Buffer;
}

/** Shorter ones are not worth the difference. */
const LARGE_CHARACTERS = 64 * 1024;

/**
 * With a large body as the bytes that are sent: they are kept until the answer has come, since they may have to be sent
 * again, and its text would be kept beside them.
 */
export const withLargeBodyAsBytes = (request: WireRequest): HttpRequest =>
  request.body === undefined || request.body.length < LARGE_CHARACTERS
    ? request
    : { ...request, body: Buffer.from(request.body) };

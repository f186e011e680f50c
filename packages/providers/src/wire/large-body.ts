import type { WireRequest } from "../target";

/** A request whose body may be bytes. */
export interface HttpRequest extends Omit<WireRequest, "body"> {
  readonly body?: string | Buffer;
}

/** For shorter bodies the difference does not matter. */
const LARGE_CHARACTERS = 64 * 1024;

/**
 * Replaces a large body by the bytes that are sent. The bytes are kept until the answer, because they may have to be sent
 * again. Otherwise the text would be kept as well.
 */
export const withLargeBodyAsBytes = (request: WireRequest): HttpRequest =>
  request.body === undefined || request.body.length < LARGE_CHARACTERS
    ? request
    : { ...request, body: Buffer.from(request.body) };

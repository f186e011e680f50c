/**
 * The operator's proxy did not connect to the provider. Callers may see the message, so it does not contain the address,
 * which is in `origin`.
 */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";

  /** @param origin Origin of the proxy, for the log. */
  constructor(
    message: string,
    readonly origin: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

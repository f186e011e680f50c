/**
 * The operator's proxy did not lead to the provider. Its words are for callers too, so they are without the address,
 * which is in `origin`.
 */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";

  /** @param origin Of the proxy, for the log. */
  constructor(
    message: string,
    readonly origin: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

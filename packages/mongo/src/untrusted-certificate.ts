/** Node's codes for a certificate that is not accepted: it will not be accepted later either. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** What a choice of servers that failed tells of each of them. */
interface Topology {
  readonly servers?: ReadonlyMap<string, { readonly error: unknown }>;
}

/** What led to an error: its cause, and for a choice of servers that failed, what each of them did. */
const reasonsOf = (error: Error): readonly unknown[] => {
  const { reason } = error as { readonly reason?: Topology | null };
  return [error.cause, ...[...(reason?.servers?.values() ?? [])].map((server) => server.error)];
};

/** Whether a server was reached whose certificate is not accepted. */
export const hasUntrustedCertificate = (error: unknown, depth = 0): boolean =>
  error instanceof Error &&
  depth < 5 &&
  (UNTRUSTED.has((error as NodeJS.ErrnoException).code) ||
    reasonsOf(error).some((reason) => hasUntrustedCertificate(reason, depth + 1)));

/** `host:port` as gRPC dials it: an IPv6 address stands in brackets. */
export const grpcAddress = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

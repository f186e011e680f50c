/** `host:port` as gRPC dials it, with an IPv6 address in brackets. */
export const grpcAddress = (host: string, port: number): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

export interface RequestParts {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The same request is sent repeatedly, so it is serialised once. */
export const requestBytes = ({ port, path, headers, body }: RequestParts): Buffer => {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    "content-type": "application/json",
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  });
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
};

import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";

/** The provider's side of one request, byte by byte. */
export interface UpstreamConnection {
  readonly socket: Socket;
  /** Headers and body of the request. */
  readonly request: string;
  /** Number of the connection, from 1: two requests with the same number shared one. */
  readonly connection: number;
}

export interface Upstream {
  readonly origin: string;
  /** Requests so far. */
  readonly requests: readonly UpstreamConnection[];
  /** Resolves once `count` requests have arrived completely. */
  received(count: number): Promise<void>;
  /** Resolves once no connection is open. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const bodyLength = (head: string): number => Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);

/** A TCP server that passes each complete HTTP request to `answer`, which can write any bytes. */
export const createUpstream = async (answer: (connection: UpstreamConnection) => void): Promise<Upstream> => {
  const open = new Set<Socket>();
  const requests: UpstreamConnection[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });

  let connections = 0;
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    const connection = ++connections;
    open.add(socket);
    let received = "";
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      wake();
    });
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      const head = received.indexOf("\r\n\r\n");
      if (head === -1 || received.length < head + 4 + bodyLength(received.slice(0, head))) return;
      const request = { socket, request: received, connection };
      received = "";
      requests.push(request);
      answer(request);
      wake();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    received: (count) => until(() => requests.length >= count),
    idle: () => until(() => open.size === 0),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};

const head = (status: string, fields: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...fields, "", ""].join("\r\n");

/** A complete answer with a length. */
export const plainAnswer = (status: string, contentType: string, body: string, ...fields: readonly string[]): string =>
  `${head(status, [`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`, ...fields])}${body}`;

export const jsonAnswer = (body: unknown, status = "200 OK", ...fields: readonly string[]): string =>
  plainAnswer(status, "application/json", JSON.stringify(body), ...fields);

export const streamHead = (): string =>
  head("200 OK", ["Content-Type: text/event-stream", "Transfer-Encoding: chunked"]);

/** One piece of a chunked body. */
export const piece = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

export const streamEnd = (): string => "0\r\n\r\n";

/** One event of a stream. */
export const event = (data: unknown): string => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

/** Shape of OpenAI's stream. */
export const textEvent = (content: string): string =>
  event({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content }, finish_reason: null }] });

export const finishEvent = (reason = "stop"): string =>
  event({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: reason }] });

export const usageEvent = (): string =>
  event({ id: "c", choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } });

import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from "graphql-ws";
import { WebSocket } from "ws";
import { SAMPLE_KEY } from "./samples";

export interface SocketMessage {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A WebSocket that the test controls message by message, for input that no client library would send. */
export interface SocketClient {
  readonly socket: WebSocket;
  send(message: object | string): void;
  /** The next message. Rejects if the connection closes first. */
  next(): Promise<SocketMessage>;
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
}

export interface SocketClientOptions {
  readonly url: string;
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export const openSocket = ({
  url,
  protocols = [GRAPHQL_TRANSPORT_WS_PROTOCOL],
  headers = {},
}: SocketClientOptions): Promise<SocketClient> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/graphql`, [...protocols], { headers });
    const arrived: SocketMessage[] = [];
    const closed = Promise.withResolvers<{ code: number; reason: string }>();
    let wake = () => {};
    let isClosed = false;
    socket.on("message", (data: Buffer) => {
      arrived.push(JSON.parse(data.toString()) as SocketMessage);
      wake();
    });
    socket.on("close", (code, reason) => {
      isClosed = true;
      closed.resolve({ code, reason: reason.toString() });
      wake();
    });
    socket.once("error", reject);
    socket.once("open", () => {
      socket.on("error", () => {});
      resolve({
        socket,
        send: (message) => {
          socket.send(typeof message === "string" ? message : JSON.stringify(message));
        },
        async next() {
          while (arrived.length === 0) {
            if (isClosed) throw new Error(`the connection closed: ${JSON.stringify(await closed.promise)}`);
            await new Promise<void>((look) => {
              wake = look;
            });
          }
          return arrived.shift() as SocketMessage;
        },
        closed: closed.promise,
      });
    });
  });

/** The same, authenticated with the sample key. */
export const openAcknowledged = async (options: SocketClientOptions): Promise<SocketClient> => {
  const client = await openSocket(options);
  client.send({ type: "connection_init", payload: { authorization: `Bearer ${SAMPLE_KEY}` } });
  const { type } = await client.next();
  if (type !== "connection_ack") throw new Error(`got ${type} for an acknowledgement`);
  return client;
};

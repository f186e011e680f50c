import { answerWith, nextTurn } from "./client-harness";
import { type UpstreamConnection, event, piece, plainAnswer, streamEnd, streamHead, textEvent } from "./upstream";

/** What a provider may do wrong, and how it is classified, streamed and plain. */
export interface Fault {
  readonly fault: string;
  readonly answer: (connection: UpstreamConnection) => void;
  readonly streamed: object;
  readonly plain: object;
}

/** Those that are the same whoever speaks to the provider. */
export const COMMON_FAULTS: readonly Fault[] = [
  {
    fault: "a web page with status 502",
    answer: answerWith(plainAnswer("502 Bad Gateway", "text/html", "<html><title>Bad gateway</title></html>")),
    streamed: { kind: "server", message: "HTTP 502 with a web page: Bad gateway", status: 502 },
    plain: { kind: "server", message: "HTTP 502 with a web page: Bad gateway", status: 502 },
  },
  {
    fault: "a redirect",
    answer: answerWith("HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n"),
    streamed: { kind: "malformed", status: 302 },
    plain: { kind: "malformed", status: 302 },
  },
  {
    fault: "an error answer without end",
    answer: ({ socket }) => {
      socket.write(`HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n${piece("x".repeat(100_000))}`);
    },
    streamed: { kind: "server", status: 500 },
    plain: { kind: "server", status: 500 },
  },
  {
    fault: "a reset before the headers",
    answer: ({ socket }) => {
      socket.resetAndDestroy();
    },
    streamed: { kind: "unreachable" },
    plain: { kind: "unreachable" },
  },
  {
    fault: "an answer that ends before its finish reason",
    answer: answerWith(streamHead(), piece(textEvent("Hel")), streamEnd()),
    streamed: { kind: "cut" },
    plain: { kind: "malformed" },
  },
  {
    fault: "malformed events without end",
    answer: answerWith(streamHead(), piece(event("oops").repeat(100))),
    streamed: { kind: "malformed" },
    plain: { kind: "timeout" },
  },
  {
    fault: "silence before the headers",
    answer: () => {},
    streamed: { kind: "timeout", phase: "first_content" },
    plain: { kind: "timeout", phase: "first_content" },
  },
  {
    fault: "silence after the headers",
    answer: answerWith(streamHead(), piece(": keep-alive\n\n".repeat(3))),
    streamed: { kind: "timeout", phase: "first_content" },
    plain: { kind: "timeout" },
  },
  {
    fault: "silence in the middle",
    answer: answerWith(streamHead(), piece(textEvent("Hel"))),
    streamed: { kind: "timeout", phase: "idle" },
    plain: { kind: "timeout", phase: "idle" },
  },
];

/** Advances time until the call ends; a call that never ends hangs the test. */
export const untilOver = async <T>(clock: { advance(byMs: number): Promise<void> }, call: Promise<T>): Promise<T> => {
  const progress = { over: false };
  void call.finally(() => {
    progress.over = true;
  });
  for (let i = 0; i < 100 && !progress.over; i += 1) await nextTurn();
  while (!progress.over) await clock.advance(1_000);
  return call;
};

import { clientHarness, failureOf, nextTurn, readAll } from "./testing/client-harness";
import {
  type UpstreamConnection,
  finishEvent,
  jsonAnswer,
  piece,
  streamEnd,
  streamHead,
  textEvent,
} from "./testing/upstream";
import { ProviderError } from "./provider-error";

const { http, setUp } = clientHarness();

const ANSWER = jsonAnswer({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
const STREAM = `${streamHead()}${piece(textEvent("Hi") + finishEvent())}${streamEnd()}`;
const isStreamed = ({ request }: UpstreamConnection) => request.includes('"stream":true');

/** A provider that answers the first request of a connection, and breaks it at the second. */
const answerOnce = (end: (connection: UpstreamConnection) => void) => {
  const seen = new Set<number>();
  return (connection: UpstreamConnection) => {
    if (seen.has(connection.connection)) end(connection);
    else connection.socket.write(isStreamed(connection) ? STREAM : ANSWER);
    seen.add(connection.connection);
  };
};

describe("a kept-alive connection that turns out to be dead", () => {
  test.each([
    [
      "is reset",
      ({ socket }: UpstreamConnection) => {
        socket.resetAndDestroy();
      },
    ],
    [
      "is closed",
      ({ socket }: UpstreamConnection) => {
        socket.destroy();
      },
    ],
  ])("%s: the request is sent once more over a fresh one, plain and streamed", async (_how, end) => {
    const { upstream, complete, stream } = await setUp(answerOnce(end));
    await complete();
    await nextTurn();
    expect((await complete()).text).toBe("Hi");
    expect(upstream.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
    await complete();
    await nextTurn();
    expect(await readAll(stream())).toMatchObject({ events: [{ text: "Hi" }, { reason: "stop" }], error: undefined });
  });

  test("is not one that answers what is not valid HTTP: nothing is sent again", async () => {
    const { upstream, complete } = await setUp(
      answerOnce(({ socket }) => {
        socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      }),
    );
    await complete();
    await nextTurn();
    expect(await failureOf(complete())).toMatchObject({ kind: "malformed" });
    expect(upstream.requests).toHaveLength(2);
  });

  test("does not cause a third request", async () => {
    const answered = new Set<number>();
    const { upstream, complete } = await setUp(({ socket, connection }) => {
      if (answered.size > 0) socket.resetAndDestroy();
      else {
        answered.add(connection);
        socket.write(ANSWER);
      }
    });
    await complete();
    await nextTurn();
    expect(await failureOf(complete())).toMatchObject({ kind: "unreachable" });
    expect(upstream.requests).toHaveLength(3);
  });

  test("a fresh connection that breaks does not count: nothing is sent again", async () => {
    const { upstream, complete } = await setUp(({ socket }) => {
      socket.resetAndDestroy();
    });
    expect(await failureOf(complete())).toMatchObject({ kind: "unreachable" });
    expect(upstream.requests).toHaveLength(1);
  });

  test("an answer that had begun is not requested again", async () => {
    const { upstream, complete } = await setUp(
      answerOnce(({ socket }) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{", () => {
          socket.resetAndDestroy();
        });
      }),
    );
    await complete();
    await nextTurn();
    expect(await failureOf(complete())).toMatchObject({ kind: "cut" });
    expect(upstream.requests).toHaveLength(2);
  });

  test("a request that is not idempotent is not sent again unless its sender allows it", async () => {
    const { upstream, complete } = await setUp(
      answerOnce(({ socket }) => {
        socket.resetAndDestroy();
      }),
    );
    await complete();
    await nextTurn();
    const error = await new Promise((resolve) => {
      http.send(
        { method: "POST", url: `${upstream.origin}/v1/videos`, headers: {}, body: "{}" },
        {
          onConnected() {},
          onAnswer() {},
          onBytes() {},
          onEnd() {
            resolve(undefined);
          },
          onFailure: resolve,
        },
      );
    });
    expect(error).toBeInstanceOf(ProviderError);
    expect(upstream.requests).toHaveLength(2);
  });
});

import type { ServerResponse } from "node:http";
import { createManualClock } from "@cenote/testkit";
import { createEventStreams } from "./event-streams";

/** A stream over a connection that closes when the test says so. */
const setUp = () => {
  const clock = createManualClock();
  const streams = createEventStreams({ clock, keepAliveMs: 15_000, stuckReaderMs: 60_000, readerBytesPerS: 16_384 });
  const sent: string[] = [];
  let close = () => {};
  const raw = {
    req: { httpVersionMajor: 1, httpVersionMinor: 0, socket: { bytesWritten: 0 } },
    socket: null,
    writableLength: 0,
    destroyed: false,
    writeHead: () => {},
    once: (_event: "close", listener: () => void) => {
      close = listener;
    },
    write: (text: string) => {
      sent.push(text);
      return true;
    },
    end: (text: string) => {
      sent.push(text);
    },
  };
  const stream = streams.open(raw as unknown as ServerResponse, []);
  return {
    clock,
    sent,
    streams,
    stream,
    close: () => {
      close();
    },
  };
};

it("a stream gets a comment for every 15 s without an event", async () => {
  const { clock, sent, stream } = setUp();
  await clock.advance(10_000);
  void stream.write("data: 1\n\n");
  await clock.advance(31_000);
  expect(sent).toEqual(["data: 1\n\n", ": keep-alive\n\n", ": keep-alive\n\n"]);
});

it("a stream that has ended gets none, although its connection is still there", async () => {
  const { clock, sent, stream } = setUp();
  stream.end("data: [DONE]\n\n");
  await clock.advance(60_000);
  expect(sent).toEqual(["data: [DONE]\n\n"]);
});

it("a stream whose reader has gone is forgotten", async () => {
  const { clock, sent, streams, close } = setUp();
  expect(streams.openStreams).toBe(1);
  close();
  await clock.advance(60_000);
  expect([streams.openStreams, sent]).toEqual([0, []]);
});

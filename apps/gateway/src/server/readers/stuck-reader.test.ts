import type { Socket } from "node:net";
import { type Progress, stuckMs } from "./stuck-reader";

const MEBIBYTE = 1024 * 1024;

/** A reader who must take 16 KiB a second, and for whom 64 KiB wait. */
const reading = () => {
  const socket = { bytesWritten: 0 };
  const progress: Progress = { movedMs: 0, flushedBytes: 0, startBytes: 0 };
  return {
    /** @returns For how long the reader seems stuck once the system has taken so much. */
    at: (nowMs: number, bytesWritten: number, waitingBytes = 64 * 1024) => {
      socket.bytesWritten = bytesWritten;
      return stuckMs(progress, { socket: socket as Socket, waitingBytes, readerBytesPerS: 16 * 1024 }, nowMs);
    },
  };
};

test("a reader to which nothing was sent stands still from the beginning", () => {
  const { at } = reading();
  expect([at(1_000, 0), at(60_000, 0)]).toEqual([1_000, 60_000]);
});

test("a reader has the time in which it takes what the system may still hold for it", () => {
  const { at } = reading();
  expect(at(1_000, 2 * MEBIBYTE)).toBe(0);
  expect(at(1_000 + 128_000, 2 * MEBIBYTE)).toBe(0);
  expect(at(1_000 + 128_000 + 60_000, 2 * MEBIBYTE)).toBe(60_000);
});

test("the system holds 4 MiB at most", () => {
  const { at } = reading();
  at(1_000, 100 * MEBIBYTE);
  expect(at(1_000 + 256_000 + 60_000, 100 * MEBIBYTE)).toBe(60_000);
});

test("a reader for whom nothing waits never stands still", () => {
  const { at } = reading();
  expect([at(1_000, 100, 0), at(900_000, 100, 0)]).toEqual([0, 0]);
});

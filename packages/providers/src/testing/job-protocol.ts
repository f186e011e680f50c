import type { InputImage, VideoCall, VideoProtocol, VideoState } from "../media/media-spec";
import type { ProviderErrorKind } from "../provider-error";
import type { Target } from "../target";

/** What was asked for, where it makes no difference. */
export const VIDEO_CALL: VideoCall = { prompt: "x", durationS: 5 };

/** A PNG of this size, as far as its head goes. */
export const pngHead = (width: number, height: number): InputImage => {
  const bytes = Buffer.alloc(24);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { bytes, contentType: "image/png" };
};

export interface JobAnswer {
  readonly origin: string;
  readonly status: number;
  readonly body: unknown;
}

export interface JobCalls {
  /** Method and URL of the poll for the job `an-id`. */
  readonly poll: string;
  /** The same for cancelling; absent if the provider does not support it. */
  readonly cancel?: string;
  /** The same for ending a job that nobody wants any more, where that is no cancel. */
  readonly stop?: string;
  /** The answer to a submission with this id; by default the job itself. */
  readonly taken?: (id: unknown) => unknown;
}

/** Tests for every protocol whose jobs are polled by id. */
export const describeJobById = (
  protocol: VideoProtocol,
  target: Target,
  { poll: asked, cancel: ended, stop: stopped, taken = (id) => ({ id }) }: JobCalls,
): void => {
  describe("a job", () => {
    test("is polled by its id, with our key, only at the provider", () => {
      const poll = protocol.toPoll("an-id", target);
      const cancel = protocol.cancel?.toRequest("an-id", target);
      const stop = protocol.toStop?.("an-id", target);
      expect(`${poll.method} ${poll.url}`).toBe(asked);
      expect(cancel && `${cancel.method} ${cancel.url}`).toBe(ended);
      expect(stop && `${stop.method} ${stop.url}`).toBe(stopped);
      for (const request of [poll, cancel, stop])
        if (request !== undefined) expect(request.headers).toMatchObject({ authorization: `Bearer ${target.apiKey}` });
    });

    test("is known by the id it was accepted with", () => {
      expect(protocol.fromSubmit(taken("an-id"), VIDEO_CALL, target)).toBe("an-id");
    });

    test.each([[{}], [null], [taken(7)], [taken("")], [taken("../../v1/account")], [taken("a/b")], [taken("a?b")]])(
      "is not accepted without a valid id: %j",
      (body) => {
        expect(() => protocol.fromSubmit(body, VIDEO_CALL, target)).toThrow(
          expect.objectContaining({ kind: "malformed" }),
        );
      },
    );

    test.each([404, 410])("that the provider has forgotten (%d) fails", (status) => {
      expect(protocol.fromPoll(status, { detail: "Not here." }, "an-id", target)).toEqual({
        state: "failed",
        message: "Not here.",
      });
    });

    test.each<[number, unknown, ProviderErrorKind]>([
      [500, { detail: "boom" }, "server"],
      [503, {}, "server"],
      [429, { detail: "slow" }, "rate_limited"],
      [401, { detail: "who" }, "credentials"],
      [400, { detail: "odd" }, "rejected"],
      [200, {}, "malformed"],
      [200, { status: "unheard of", state: "unheard of" }, "malformed"],
    ])("is not ended by %d %j", (status, body, kind) => {
      expect(() => protocol.fromPoll(status, body, "an-id", target)).toThrow(expect.objectContaining({ kind }));
    });
  });
};

export const readAnswer = (protocol: VideoProtocol, target: Target, { status, body }: JobAnswer): VideoState =>
  protocol.fromPoll(status, body, "an-id", target);

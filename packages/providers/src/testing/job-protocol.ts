import type { VideoProtocol, VideoState } from "../media-spec";
import type { ProviderErrorKind, Target } from "../spec";

export interface JobAnswer {
  readonly origin: string;
  readonly status: number;
  readonly body: unknown;
}

/** What holds for every protocol whose jobs are asked for by their id. @param request Method and path, of each call about the job `id`. */
export const describeJobById = (protocol: VideoProtocol, target: Target, calls: { readonly poll: string; readonly cancel: string }): void => {
  describe("a job", () => {
    test("is asked for by its id, with our key, at the provider alone", () => {
      const poll = protocol.toPoll("an-id", target);
      const cancel = protocol.toCancel?.("an-id", target);
      expect([`${poll.method} ${poll.url}`, `${cancel?.method} ${cancel?.url}`]).toEqual([calls.poll, calls.cancel]);
      for (const request of [poll, cancel]) expect(request?.headers).toMatchObject({ authorization: `Bearer ${target.apiKey}` });
    });

    test.each([[{}], [null], [{ id: 7 }], [{ id: "" }], [{ id: "../../v1/account" }], [{ id: "a/b" }], [{ id: "a?b" }]])("is not taken without an id that is one: %j", (body) => {
      expect(() => protocol.fromSubmit(body, target)).toThrow(expect.objectContaining({ kind: "malformed" }));
    });

    test.each([404, 410])("that the provider has forgotten (%d) is failed", (status) => {
      expect(protocol.fromPoll(status, { detail: "Not here." }, "an-id", target)).toEqual({ state: "failed", message: "Not here." });
    });

    test.each<[number, unknown, ProviderErrorKind]>([
      [500, { detail: "boom" }, "server"], [503, {}, "server"], [429, { detail: "slow" }, "rate_limited"], [401, { detail: "who" }, "credentials"], [400, { detail: "odd" }, "rejected"],
      [200, {}, "malformed"], [200, { status: "unheard of", state: "unheard of" }, "malformed"],
    ])("is not ended by %d %j", (status, body, kind) => {
      expect(() => protocol.fromPoll(status, body, "an-id", target)).toThrow(expect.objectContaining({ kind }));
    });
  });
};

export const readAnswer = (protocol: VideoProtocol, target: Target, { status, body }: JobAnswer): VideoState => protocol.fromPoll(status, body, "an-id", target);

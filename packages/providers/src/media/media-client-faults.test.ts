import { silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { luma } from "../luma/adapter";
import { replicate } from "../replicate/adapter";
import type { ProviderFamily } from "../spec";
import { KEY, LIMITS, clientHarness, failureOf } from "../testing/client-harness";
import { createUpstream, jsonAnswer } from "../testing/upstream";
import { createMediaClient } from "./media-client";

const { http, open } = clientHarness();

/** A client of a provider that answers its requests one after the other. */
const setUp = async (family: ProviderFamily, ...answers: readonly string[]) => {
  const upstream = await createUpstream(({ socket }) => {
    socket.write(answers[upstream.requests.length - 1] ?? "");
  });
  open.push(upstream);
  return {
    target: { provider: "p", baseUrl: upstream.origin, apiKey: KEY, model: "maker/model" },
    client: createMediaClient(family, { http, clock: createManualClock(), log: silentLog }),
    options: { limits: LIMITS, signal: new AbortController().signal },
  };
};

describe("what a provider says of a job", () => {
  const LONG = 5 * 1024 * 1024;
  const isTooLarge = { kind: "malformed", message: expect.stringContaining("larger than") };

  test("is not read where it is longer than any says: as many answers come at once as jobs are polled", async () => {
    const long = (body: object) => jsonAnswer({ ...body, pad: "x".repeat(LONG) });
    const { client, target, options } = await setUp(luma, long({ id: "1" }), long({ id: "1", state: "dreaming" }));
    const call = { prompt: "x", durationS: 5 };
    expect(await failureOf(client.submitVideo(call, target, options))).toMatchObject(isTooLarge);
    expect(await failureOf(client.pollVideo("1", target, options))).toMatchObject(isTooLarge);
  });

  test("may be longer over Replicate, which repeats the image the video begins with", async () => {
    const image = `data:image/png;base64,${"A".repeat(LONG)}`;
    const { client, target, options } = await setUp(
      replicate,
      jsonAnswer({ id: "1", status: "processing", input: { image } }),
    );
    expect(await client.pollVideo("1", target, options)).toEqual({ state: "running" });
  });

  test("is cut where it goes on for pages: the reason is stored with the job", async () => {
    const { client, target, options } = await setUp(
      luma,
      jsonAnswer({ id: "1", state: "failed", failure_reason: "no ".repeat(100_000) }),
    );
    const state = await client.pollVideo("1", target, options);
    expect(state.state === "failed" && state.message).toBe("no ".repeat(100_000).slice(0, 4_000));
  });

  test.each([
    ["our key", `https://cdn.test/f.mp4?key=${KEY}`],
    ["more than can be searched", `https://cdn.test/${"x".repeat(20_000)}`],
  ])("is not given away where the video's address holds %s", async (_, url) => {
    const { client, target, options } = await setUp(
      luma,
      jsonAnswer({ id: "1", state: "completed", assets: { video: url } }),
    );
    expect(await client.pollVideo("1", target, options)).toEqual({
      state: "completed",
      video: { url, holdsKey: true },
    });
  });
});

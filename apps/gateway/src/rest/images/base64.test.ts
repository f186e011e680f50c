import { setImmediate as nextTurn } from "node:timers/promises";
import { CenoteError, silentLog } from "@cenote/core";
import { createManualClock, deferred } from "@cenote/testkit";
import { createFakeMedia } from "../../testing/fake-media";
import { type RunningGateway, startGateway, type StartOptions } from "../../testing/start-gateway";

const PATH = "/v1/images/generations";
const body = { model: "openai/gpt-image-1", prompt: "a cenote", response_format: "b64_json" };
const [FIRST, SECOND] = ["https://media.test/1.png", "https://media.test/2.png"] as const;
const base64 = (url: string) => Buffer.from(`the bytes of ${url}`).toString("base64");

let running: RunningGateway | undefined;
afterEach(() => running?.gateway.close(0));

const start = async (options: StartOptions = {}) => {
  const warnings: object[] = [];
  running = await startGateway({
    log: {
      ...silentLog,
      warn: (fields) => {
        warnings.push(fields);
      },
    },
    ...options,
  });
  const { post } = running;
  return {
    warnings,
    make: async () =>
      (await post(PATH, body)).json() as Promise<{ readonly data: readonly object[]; readonly usage: object }>,
  };
};

describe("images with their bytes", () => {
  test("are the usual answer, and each image's base64 in it", async () => {
    const { make, warnings } = await start();
    const plain = (await (await running!.post(PATH, { ...body, response_format: "url" })).json()) as object;
    expect(await make()).toEqual({
      ...plain,
      id: expect.any(String),
      data: [
        { url: FIRST, b64_json: base64(FIRST) },
        { url: SECOND, b64_json: base64(SECOND) },
      ],
    });
    expect(warnings).toEqual([]);
  });

  test("are read for the caller's organization, by the address that media gave", async () => {
    const asked: object[] = [];
    const { make } = await start({
      media: {
        readImage: (request) => {
          asked.push(request);
          return createFakeMedia().readImage(request);
        },
      },
    });
    await make();
    expect(asked).toMatchObject(
      [FIRST, SECOND].map((url) => ({
        url,
        context: { organizationId: expect.stringMatching(/./), requestId: expect.stringMatching(/^req_/) },
      })),
    );
  });

  test("one that can't be read has its address alone; the log says so, without the address", async () => {
    const readImage: StartOptions["media"] = {
      readImage: (request) =>
        request.url === FIRST
          ? new ReadableStream({
              start: (stream) => {
                stream.error(new CenoteError("not_found"));
              },
            })
          : createFakeMedia().readImage(request),
    };
    const { make, warnings } = await start({ media: readImage });
    expect(await make()).toMatchObject({
      data: [{ url: FIRST }, { url: SECOND, b64_json: base64(SECOND) }],
      usage: { images: 2 },
    });
    expect(warnings).toEqual([{ requestId: expect.stringMatching(/^req_/), reason: "not_found" }]);
  });

  test("what is above the limit of an answer is left out", async () => {
    const { make, warnings } = await start({ limits: { imageBase64Bytes: base64(FIRST).length + 8 } });
    expect((await make()).data).toEqual([{ url: FIRST, b64_json: base64(FIRST) }, { url: SECOND }]);
    expect(warnings).toEqual([{ requestId: expect.any(String), reason: "larger than 6 bytes" }]);
  });

  test("a storage that says nothing is waited for once, and left", async () => {
    const clock = createManualClock();
    const left: string[] = [];
    const asked = deferred();
    const { make, warnings } = await start({
      clock,
      limits: { imageReadMs: 5000 },
      media: {
        readImage: ({ url }, signal) => {
          asked.resolve();
          return new ReadableStream({
            start: (stream) => {
              signal?.addEventListener("abort", () => {
                left.push(url);
                stream.error(signal.reason);
              });
            },
          });
        },
      },
    });
    const answer = make();
    await asked.promise;
    await clock.advance(5000);
    expect((await answer).data).toEqual([{ url: FIRST }, { url: SECOND }]);
    expect(left).toEqual([FIRST]);
    expect(warnings).toEqual([{ requestId: expect.any(String), reason: "no answer within 5000 ms" }]);
  });

  test("no more files than the limit says are read at once", async () => {
    let [open, most] = [0, 0];
    const { make } = await start({
      limits: { imageReadsAtOnce: 2 },
      media: {
        async *readImage(request) {
          open += 1;
          most = Math.max(most, open);
          for (let turn = 0; turn < 20; turn += 1) await nextTurn();
          yield* createFakeMedia().readImage(request);
          open -= 1;
        },
      },
    });
    const answers = await Promise.all(Array.from({ length: 5 }, make));
    expect(answers.map(({ data }) => data)).toEqual(
      answers.map(() => [
        { url: FIRST, b64_json: base64(FIRST) },
        { url: SECOND, b64_json: base64(SECOND) },
      ]),
    );
    expect(most).toBe(2);
  });

  test("an organization that lets too many wait gets no more, before any is made", async () => {
    await start({ limits: { untakenBytes: 0 } });
    expect((await running!.post(PATH, body)).status).toBe(429);
    expect(running!.media.calls).toEqual([]);
    expect((await running!.post(PATH, { ...body, response_format: "url" })).status).toBe(200);
  });
});

import type { ErrorBody } from "./harness/client";
import { mediaCatalog, OPENAI_IMAGE } from "./harness/media-catalog";
import { withSystem } from "./harness/with-system";

const IMAGES = "/v1/images/generations";
/** Longer than a stop waits for calls, shorter than the time limit of images. */
const SLOW = "[[sim first_ms=40000]]";

describe("the system is stopped while images are made", () => {
  const harness = withSystem({ more: mediaCatalog });

  const make = (name: string, headers: Readonly<Record<string, string>>) =>
    harness().client.postJson<Partial<ErrorBody>>(
      IMAGES,
      { model: OPENAI_IMAGE, n: 1, prompt: `a cenote, ${name} ${SLOW}` },
      { headers },
    );

  test("they may be charged: only a call with an Idempotency-Key is to be sent again", async () => {
    const { system, simulator } = harness();
    const begun = [make("without-a-key", {}), make("with-a-key", { "idempotency-key": "order-1" })];
    await Promise.all([simulator.received("without-a-key"), simulator.received("with-a-key")]);
    const stopped = system.stop();
    const cut = await Promise.all(begun);
    expect(
      cut.map(({ status, headers, body }) => [status, body.error?.code, headers.get("x-should-retry") ?? "by status"]),
    ).toEqual([
      [503, "overloaded", "false"],
      [503, "overloaded", "by status"],
    ]);
    expect(await stopped).toBe(0);
  });
});

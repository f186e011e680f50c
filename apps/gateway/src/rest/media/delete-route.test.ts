import { CenoteError, invalidField } from "@cenote/core";
import { SAMPLE_ORGANIZATION_ID } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const IMAGE = `/media/${SAMPLE_ORGANIZATION_ID}/22222222-2222-4222-8222-222222222222/1.png`;

let running: RunningGateway;
beforeAll(async () => {
  running = await startGateway();
});
afterAll(() => running.gateway.close(0));

test("a stored image is deleted at its address with the API key", async () => {
  const response = await running.request(IMAGE, { method: "DELETE" });
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect(running.media.calls.at(-1)).toEqual({
    context: expect.objectContaining({ organizationId: SAMPLE_ORGANIZATION_ID, keyId: "key_1" }),
    url: IMAGE,
  });
});

test("without a key nothing is deleted", async () => {
  const before = running.media.calls.length;
  expect((await fetch(`${running.url}${IMAGE}`, { method: "DELETE" })).status).toBe(401);
  expect(running.media.calls).toHaveLength(before);
});

test("an unknown one is not_found", async () => {
  const other = await startGateway({ media: { deleteImage: () => Promise.reject(new CenoteError("not_found")) } });
  const response = await other.request(IMAGE, { method: "DELETE" });
  expect([response.status, await response.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
  await other.gateway.close(0);
});

test("a refusal names no field, since the address is none", async () => {
  const refusal = invalidField("url", "a video is deleted with its job.");
  const other = await startGateway({ media: { deleteImage: () => Promise.reject(refusal) } });
  const response = await other.request(IMAGE.replace(".png", ".mp4"), { method: "DELETE" });
  const told: unknown = await response.json();
  await other.gateway.close(0);
  expect([response.status, told]).toMatchObject([
    400,
    { error: { code: "invalid_request_error", param: null, message: "A video is deleted with its job." } },
  ]);
});

import { withDeliveryCounts } from "./with-delivery-counts";

test("deliveries are counted by outcome, and the outcome is passed on", async () => {
  const counted: string[] = [];
  const answers = [async () => true, async () => false, () => Promise.reject(new Error("answered 500"))];
  const send = withDeliveryCounts(() => answers.shift()?.() ?? Promise.resolve(false), {
    inc: ({ outcome }) => counted.push(outcome),
  });
  const callback = { organizationId: "", url: "", id: "", body: "" };
  expect(await send(callback)).toBe(true);
  expect(await send(callback)).toBe(false);
  await expect(send(callback)).rejects.toThrow("answered 500");
  expect(counted).toEqual(["taken", "unwanted", "failed"]);
});

import { callBilling, callInference, callMedia } from "./service-clients";

test.each([
  ["billing", callBilling],
  ["inference", callInference],
  ["media", callMedia],
])("a client of %s is closed when the process stops", (name, call) => {
  const stops = new Map<string, () => void>();
  const client = call({
    address: "127.0.0.1:1",
    token: "t",
    lifecycle: { onStop: (what, stop) => void stops.set(what, stop) },
  });
  expect([...stops.keys()]).toEqual([`${name} client`]);
  expect(client.isConnected()).toBe(true);
  stops.get(`${name} client`)?.();
  expect(client.isConnected()).toBe(false);
});

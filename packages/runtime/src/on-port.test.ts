import { onPort } from "./on-port";

test.each([
  "listen EADDRINUSE: address already in use 127.0.0.1:9090",
  "No address added out of total 1 resolved errors: [listen EADDRINUSE: address already in use 127.0.0.1:9090]",
])("a port in use is reported with its variable: %s", async (message) => {
  await expect(onPort("GRPC_PORT", 9090, Promise.reject(new Error(message)))).rejects.toThrow(
    "the port 9090 is taken by another process (EADDRINUSE): stop that one, or set GRPC_PORT to a free port",
  );
});

test("an address of another machine is reported with its variable", async () => {
  const message =
    "No address added out of total 1 resolved errors: [listen EADDRNOTAVAIL: address not available 1.2.3.4:9090]";
  await expect(onPort("GRPC_PORT", 9090, Promise.reject(new Error(message)))).rejects.toThrow(
    "this machine does not have the address in HOST (EADDRNOTAVAIL): set HOST to one it has",
  );
});

test.each(["Name resolution failed for target dns:999.1.1.1:9090", "getaddrinfo ENOTFOUND 999.1.1.1"])(
  "what is no address at all is reported with its variable: %s",
  async (message) => {
    await expect(onPort("PORT", 8080, Promise.reject(new Error(message)))).rejects.toThrow(
      "HOST is neither an address nor a name that is known here: set it to an address of this machine",
    );
  },
);

test("a port that only root may open is reported with its variable", async () => {
  const message = "listen EACCES: permission denied 0.0.0.0:80";
  await expect(onPort("PORT", 80, Promise.reject(new Error(message)))).rejects.toThrow(
    "this user may not listen on port 80 (EACCES): set PORT to a port that it may, such as one above 1023",
  );
});

test("other errors are passed through", async () => {
  await expect(onPort("PORT", 80, Promise.reject(new Error("listen EMFILE")))).rejects.toThrow("listen EMFILE");
  expect(await onPort("PORT", 8080, Promise.resolve("ready"))).toBe("ready");
});

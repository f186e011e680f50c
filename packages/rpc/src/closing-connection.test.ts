import { type BillingService, BillingServiceDefinition, type GetBalanceResponse } from "@cenote/contracts";
import { silentLog } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { createGrpcClient } from "./grpc-client";
import { createGrpcServer } from "./grpc-server";

const PING_MS = 10;
/** Time for many pings. On a slower machine the test may miss a fault, but never reports a false one. */
const LONGER_MS = 300;

/** The tested side sends pings often, the other side never. */
const mockPings = (everyMs: number) => ({
  "grpc.keepalive_time_ms": everyMs,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.keepalive_permit_without_calls": 1,
});
const mockKeepalive = mockPings(PING_MS);
jest.mock("./keepalive", () => ({
  get SERVER_KEEPALIVE() {
    return mockKeepalive;
  },
  clientKeepalive: () => mockKeepalive,
}));

test.each(["client", "server"])(
  "an open call survives the graceful close of its connection while the %s sends pings",
  async (pinging) => {
    const balance: GetBalanceResponse = { balanceNanoMxn: 5n, heldNanoMxn: 0n, availableNanoMxn: 5n };
    const [begun, answer] = [deferred(), deferred<GetBalanceResponse>()];
    const service: Partial<BillingService> = {
      getBalance() {
        begun.resolve();
        return answer.promise;
      },
    };
    const often = (side: string) => Object.assign(mockKeepalive, mockPings(side === pinging ? PING_MS : 1_000_000));
    often("server");
    const server = createGrpcServer({ host: "127.0.0.1", port: 0, token: "internal", log: silentLog });
    server.add(BillingServiceDefinition, service as BillingService);
    const port = await server.listen();
    often("client");
    const caller = createGrpcClient<BillingService>(BillingServiceDefinition, {
      address: `127.0.0.1:${port}`,
      token: "internal",
      deadlineMs: 100_000,
    });

    const response = caller.client.getBalance({ organizationId: "o" });
    await begun.promise;
    const drained = server.drain(100_000);
    await Promise.race([
      response,
      new Promise((resolve) => {
        setTimeout(resolve, LONGER_MS);
      }),
    ]);
    answer.resolve(balance);
    expect(await response).toEqual(balance);
    caller.close();
    await drained;
  },
);

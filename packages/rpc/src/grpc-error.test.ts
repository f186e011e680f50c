import { CenoteError } from "@cenote/core";
import { Client, credentials, Metadata, status } from "@grpc/grpc-js";
import { encodeGoogleStatus } from "./google-status";
import { fromGrpcError } from "./grpc-error";
import { openWire, TOKEN } from "./testing/wire";

const detailed = (reason: string, domain: string) => {
  const metadata = new Metadata();
  metadata.set(
    "grpc-status-details-bin",
    Buffer.from(encodeGoogleStatus({ code: 8, message: "m", errorInfo: { reason, domain, metadata: {} } })),
  );
  return metadata;
};

describe("a status that none of our services sent", () => {
  test.each([
    [status.UNAVAILABLE, "overloaded"],
    [status.DEADLINE_EXCEEDED, "overloaded"],
    [status.CANCELLED, "overloaded"],
    [status.UNAUTHENTICATED, "internal_error"],
    [status.UNIMPLEMENTED, "internal_error"],
    [status.UNKNOWN, "internal_error"],
    [status.RESOURCE_EXHAUSTED, "internal_error"],
  ] as const)("%i is %s, with the status kept for the log", (code, expected) => {
    const thrown = { code, details: "from the library", metadata: new Metadata() };
    const error = fromGrpcError(thrown, "billing");
    expect(error.code).toBe(expected);
    expect(error.message).not.toContain("library");
    expect(error.cause).toBe(thrown);
    expect(error.message.startsWith("billing does not answer.")).toBe(expected === "overloaded");
  });

  test("details of another domain, with an unknown code, or that can't be parsed are ignored", () => {
    const broken = new Metadata();
    broken.set("grpc-status-details-bin", Buffer.from([0xff, 0xff]));
    for (const metadata of [
      detailed("rate_limit_exceeded", "googleapis.com"),
      detailed("a_code_of_tomorrow", "cenote"),
      broken,
    ]) {
      expect(fromGrpcError({ code: status.UNAVAILABLE, metadata }, "billing").code).toBe("overloaded");
    }
  });

  test("a throwable without a status is an internal_error", () => {
    expect(fromGrpcError(new Error("bug"), "billing").code).toBe("internal_error");
  });
});

describe("a client library that repeats calls by their status", () => {
  const { cleanUps, serve } = openWire();
  const MAX_ATTEMPTS = 3;

  /** How often the service is asked by a client that may ask three times. */
  const asked = async (error: CenoteError): Promise<number> => {
    let calls = 0;
    const { address } = await serve({
      billing: {
        getFxRate() {
          calls++;
          return Promise.reject(error);
        },
      },
    });
    const retryPolicy = {
      maxAttempts: MAX_ATTEMPTS,
      initialBackoff: "0.001s",
      maxBackoff: "0.001s",
      backoffMultiplier: 1,
      retryableStatusCodes: ["UNAVAILABLE"],
    };
    const client = new Client(address, credentials.createInsecure(), {
      "grpc.service_config": JSON.stringify({ loadBalancingConfig: [], methodConfig: [{ name: [{}], retryPolicy }] }),
    });
    cleanUps.push(() => {
      client.close();
    });
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${TOKEN}`);
    const empty = (): Buffer => Buffer.alloc(0);
    await new Promise<void>((resolve) => {
      client.makeUnaryRequest("/cenote.billing.v1.BillingService/GetFxRate", empty, empty, {}, metadata, () => {
        resolve();
      });
    });
    return calls;
  };

  test("asks again where the error says that it may, and not where it is final, with the same status", async () => {
    expect(await asked(new CenoteError("provider_unavailable"))).toBe(MAX_ATTEMPTS);
    expect(await asked(new CenoteError("provider_unavailable", undefined, { retryAfterMs: 0.5 }))).toBe(MAX_ATTEMPTS);
    expect(await asked(new CenoteError("provider_unavailable", undefined, { retryable: false }))).toBe(1);
  });
});

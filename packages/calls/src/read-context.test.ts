import { createSeededIds } from "@cenote/testkit";
import { readContext } from "./read-context";

const given = {
  requestId: "req_00000000000000000000000a",
  organizationId: "00000000-0000-4000-8000-000000000001",
  keyId: "key",
  zdr: true,
  idempotencyKey: "k",
};
const ids = createSeededIds();

describe("the context of a call", () => {
  it("is passed on unchanged", () => {
    expect(readContext(given, ids)).toEqual(given);
  });

  it("has the organization's id as it is stored, in whatever case it is written", () => {
    const organizationId = "0b8f9a3e-8a50-4c0f-9b8e-0d2f6f1f7cab";
    const written = { ...given, organizationId: organizationId.toUpperCase() };
    expect(readContext(written, ids)).toEqual({ ...given, organizationId });
  });

  it("gets a request id if it has none", () => {
    const { requestId, ...rest } = readContext({ ...given, requestId: "" }, ids);
    expect(requestId).toMatch(/^req_[0-9a-f]{24}$/);
    expect({ ...rest, requestId: given.requestId }).toEqual(given);
  });

  it.each([
    ["context.organization_id", undefined],
    ["context.organization_id", { ...given, organizationId: "" }],
    ["context.organization_id", { ...given, organizationId: "acme" }],
    ["context.request_id", { ...given, requestId: "req_1" }],
    ["context.request_id", { ...given, requestId: "settle:req_00000000000000000000000a" }],
  ])("is rejected, naming the field: %s of %j", (param, context) => {
    expect(() => readContext(context, ids)).toThrow(expect.objectContaining({ code: "invalid_request_error", param }));
  });
});

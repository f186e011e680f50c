import { CREATED, DEMO_ID, twoOrganizations } from "../__fixtures__/fake-services";
import { runTool } from "../__fixtures__/run-tool";

const key = {
  id: "key-1",
  organizationId: DEMO_ID,
  name: "ci",
  hint: "cen_sk_live_…abcd",
  created: CREATED,
  revoked: undefined,
};
const SECRET = "cen_sk_live_abcdefghijklmnopqrstuvwxyz012345";
const CREATED_TEXT = "2026-11-21T04:05:06.789Z";
const NO_LIMITS = { requests_per_minute: null, tokens_per_minute: null, concurrent_requests: null };

test("create shows the secret with id, name and time, as text and as JSON", async () => {
  const createApiKey = jest.fn().mockResolvedValue({ apiKey: key, secret: SECRET });
  const around = { billing: { ...twoOrganizations, createApiKey } };
  expect((await runTool("key create demo --name ci --json", around)).json()).toEqual({
    id: "key-1",
    key: SECRET,
    name: "ci",
    created: CREATED_TEXT,
  });
  expect(createApiKey).toHaveBeenCalledWith({ organizationId: DEMO_ID, name: "ci", limits: {} });
  expect((await runTool("key create demo", around)).out).toContain(SECRET);
  expect(createApiKey).toHaveBeenLastCalledWith({ organizationId: DEMO_ID, name: "", limits: {} });
});

test("create and set accept limits, and list shows them", async () => {
  const limited = { ...key, limits: { requestsPerMinute: 30, concurrentRequests: 2 } };
  const createApiKey = jest.fn().mockResolvedValue({ apiKey: limited, secret: SECRET });
  const updateApiKey = jest.fn().mockResolvedValue({ apiKey: limited });
  const listApiKeys = jest.fn().mockResolvedValue({ apiKeys: [limited, key] });
  const around = { billing: { ...twoOrganizations, createApiKey, updateApiKey, listApiKeys } };
  await runTool("key create demo --requests-per-minute 30 --tokens-per-minute 5000 --concurrent-requests 2", around);
  expect(createApiKey).toHaveBeenCalledWith({
    organizationId: DEMO_ID,
    name: "",
    limits: { requestsPerMinute: 30, tokensPerMinute: 5_000, concurrentRequests: 2 },
  });
  const { json } = await runTool("key set key-1 tokens_per_minute=default requests_per_minute=30 --json", around);
  expect(updateApiKey).toHaveBeenCalledWith({ keyId: "key-1", limits: { tokensPerMinute: 0, requestsPerMinute: 30 } });
  expect(json()).toMatchObject({
    id: "key-1",
    limits: { requests_per_minute: 30, tokens_per_minute: null, concurrent_requests: 2 },
  });
  const [, first, second] = (await runTool("key list demo", around)).out.split("\n");
  expect([first, second]).toEqual([
    expect.stringContaining(" requests_per_minute=30 concurrent_requests=2 "),
    expect.stringContaining(" default "),
  ]);
});

test("list shows the hint but never the secret, and when a key was revoked", async () => {
  const revoked = { ...key, id: "key-0", revoked: new Date("2026-11-22T00:00:00Z") };
  const listApiKeys = jest.fn().mockResolvedValue({ apiKeys: [key, revoked] });
  const around = { billing: { ...twoOrganizations, listApiKeys } };
  expect((await runTool("key list demo --json", around)).json()).toEqual({
    keys: [
      { id: "key-1", name: "ci", hint: key.hint, limits: NO_LIMITS, created: CREATED_TEXT, revoked: null },
      {
        id: "key-0",
        name: "ci",
        hint: key.hint,
        limits: NO_LIMITS,
        created: CREATED_TEXT,
        revoked: "2026-11-22T00:00:00.000Z",
      },
    ],
  });
  const lines = (await runTool("key list demo", around)).out.split("\n");
  expect(lines[1]).toMatch(/^key-1 .* -$/);
  expect(lines[2]).toMatch(/^key-0 .* 2026-11-22 00:00:00Z$/);
});

test("revoke takes the key's id", async () => {
  const revokeApiKey = jest.fn().mockResolvedValue({ apiKey: { ...key, revoked: CREATED } });
  const { json } = await runTool("key revoke key-1 --json", { billing: { revokeApiKey } });
  expect(revokeApiKey).toHaveBeenCalledWith({ keyId: "key-1" });
  expect(json()).toMatchObject({ id: "key-1", revoked: CREATED_TEXT });
});

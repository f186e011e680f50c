import { DEMO_ID, demo, twoOrganizations } from "../__fixtures__/fake-services";
import { runTool } from "../__fixtures__/run-tool";

const CREATED_TEXT = "2026-11-21T04:05:06.789Z";

test("create tells id, name and the free credit in pesos", async () => {
  const createOrganization = jest.fn().mockResolvedValue({ organization: demo, balanceNanoMxn: 50_000_000_000n });
  const around = { billing: { createOrganization } };
  expect((await runTool('org create "two words" --json', around)).json()).toEqual({ id: DEMO_ID, name: "demo", balance_mxn: "50" });
  expect(createOrganization).toHaveBeenCalledWith({ name: "two words" });
  expect((await runTool("org create demo", around)).out).toBe(`id       ${DEMO_ID}\nname     demo\nbalance  50 MXN\n`);
});

test("list tells all of them", async () => {
  const { json } = await runTool("org list --json", { billing: twoOrganizations });
  expect(json()).toEqual({
    organizations: [
      { id: DEMO_ID, name: "demo", zdr: false, created: CREATED_TEXT },
      { id: expect.any(String), name: "other", zdr: true, created: CREATED_TEXT },
    ],
  });
});

test.each([["on", true], ["off", false]])("set zdr=%s reaches the organization of that name", async (word, zdr) => {
  const updateOrganization = jest.fn().mockResolvedValue({ organization: { ...demo, zdr } });
  const { json } = await runTool(`org set demo zdr=${word} --json`, { billing: { ...twoOrganizations, updateOrganization } });
  expect(updateOrganization).toHaveBeenCalledWith({ organizationId: DEMO_ID, zdr });
  expect(json()).toEqual({ id: DEMO_ID, name: "demo", zdr, created: CREATED_TEXT });
});

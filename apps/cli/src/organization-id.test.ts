import { DEMO_ID, demo, other } from "./testing/fake-services";
import { organizationId } from "./organization-id";

const inPages = (...pages: (typeof demo)[][]) => ({
  listOrganizations: jest.fn(({ page }: { page?: { cursor: string } | undefined }) => {
    const index = Number(page?.cursor || "0");
    return Promise.resolve({
      organizations: pages[index] ?? [],
      next: index + 1 < pages.length ? String(index + 1) : "",
    });
  }),
});

test("a UUID is used as it is, in either case, without a lookup", async () => {
  const billing = inPages([demo]);
  expect(await organizationId(billing, DEMO_ID)).toBe(DEMO_ID);
  expect(await organizationId(billing, "ABCDEF00-0000-4000-8000-00000000000F")).toBe(
    "abcdef00-0000-4000-8000-00000000000f",
  );
  expect(billing.listOrganizations).not.toHaveBeenCalled();
});

test("a name is searched for on every page", async () => {
  expect(await organizationId(inPages([other], [], [demo]), "demo")).toBe(DEMO_ID);
});

test("an unknown name is rejected, and so is part of a name", async () => {
  for (const name of ["dem", "Demo", "demo "]) {
    await expect(organizationId(inPages([demo]), name)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a name that two organizations share is rejected, listing the ids to choose from", async () => {
  const twin = { ...other, name: "demo" };
  await expect(organizationId(inPages([demo], [twin]), "demo")).rejects.toThrow(`${demo.id}, ${twin.id}`);
});

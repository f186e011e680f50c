import { organizationArgument, readOrganizationArgument } from "./organization-argument";

const [demo, other, second] = [
  { id: "id-1", name: "demo" },
  { id: "id-2", name: "other" },
  { id: "id-3", name: "demo" },
];

test.each([
  ["the only one of its name", [demo, other], true, "demo"],
  ["the oldest of several of its name", [demo, other, second], true, "id-1"],
  ["one of many, of which others may have its name", [demo, other], false, "id-1"],
  ["not there, so the oldest", [other], true, "id-2"],
  ["not there, and no other is", [], true, "ORG"],
])("the organization of a first start is %s", (_what, oldest, areAll, word) => {
  expect(organizationArgument(oldest, areAll)).toBe(word);
});

test("billing that is too busy to answer fails no start", async () => {
  expect(await readOrganizationArgument({ listOrganizations: () => Promise.reject(new Error("busy")) })).toBe("demo");
});

import { readModel, tryAddress } from "./model-address";

const ID = "provider/model:8b+x";

it.each([
  ["CHAT", "/playground"],
  ["IMAGE", "/images"],
  ["VIDEO", "/videos"],
] as const)("a model of type %s is tried on %s, which reads it from the address", (type, path) => {
  const [start, search = ""] = (tryAddress({ id: ID, type }) ?? "").split("?");
  expect(start).toBe(path);
  expect(readModel(search, [{ id: "other" }, { id: ID }])).toEqual({ id: ID });
});

it("embeddings have no such page", () => {
  expect(tryAddress({ id: ID, type: "EMBEDDING" })).toBeUndefined();
});

it("a model that is not there is not asked for", () => {
  expect(readModel("model=gone", [{ id: ID }])).toBeUndefined();
  expect(readModel("", [{ id: ID }])).toBeUndefined();
});

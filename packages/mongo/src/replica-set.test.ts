import { replicaSetCommand } from "./replica-set";

const host = "127.0.0.1:27100";

test("a new mongod becomes the only member of a set", () => {
  expect(replicaSetCommand(undefined, host)).toEqual({
    replSetInitiate: { _id: "cenote", members: [{ _id: 0, host }] },
  });
});

test("a set on the same port is left alone", () => {
  expect(replicaSetCommand({ version: 3, members: [{ host }] }, host)).toBeUndefined();
});

test("a set created on another port gets the new one with a higher version, and keeps the rest", () => {
  const config = { _id: "cenote", version: 3, term: 7, members: [{ _id: 0, host: "127.0.0.1:1", priority: 1 }] };
  expect(replicaSetCommand(config, host)).toEqual({
    replSetReconfig: { _id: "cenote", version: 4, term: 7, members: [{ _id: 0, host, priority: 1 }] },
    force: true,
  });
});

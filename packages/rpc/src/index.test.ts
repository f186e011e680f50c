import { createGrpcClient } from "./index";

jest.mock("grpc-health-check", () => {
  throw new Error("loaded");
});

test("who calls services loads nothing of what serves them: that has a door of its own", () => {
  expect(createGrpcClient).toBeInstanceOf(Function);
});

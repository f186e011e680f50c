import { grpcAddress } from "./grpc-address";

test("an address can be dialled as it is printed", () => {
  expect(grpcAddress("127.0.0.1", 9090)).toBe("127.0.0.1:9090");
  expect(grpcAddress("billing", 9090)).toBe("billing:9090");
  expect(grpcAddress("::1", 9090)).toBe("[::1]:9090");
});

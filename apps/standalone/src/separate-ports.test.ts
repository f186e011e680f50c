import { requireSeparatePorts } from "./separate-ports";

describe("PORT and GRPC_PORT", () => {
  test("must differ", () => {
    expect(() => {
      requireSeparatePorts({ port: 8080, grpcPort: 8080 });
    }).toThrow("the environment has mistakes:\n  PORT and GRPC_PORT are both 8080: set one of them to another port");
    expect(() => {
      requireSeparatePorts({ port: 8080, grpcPort: 9090 });
    }).not.toThrow();
  });

  test("may both be any free port", () => {
    expect(() => {
      requireSeparatePorts({ port: 0, grpcPort: 0 });
    }).not.toThrow();
  });
});

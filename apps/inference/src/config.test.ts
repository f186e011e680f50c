import { readConfig } from "./config";

const ENVIRONMENT = { CENOTE_BILLING_ADDRESS: "billing:9090", MONGODB_URI: "mongodb://db/cenote" };

test("a service that is its own process says where billing and the database are", () => {
  expect(readConfig(ENVIRONMENT)).toMatchObject({
    billingAddress: "billing:9090",
    mongodbUri: "mongodb://db/cenote",
    system: { grpcPort: 9090 },
    probePort: undefined,
    env: ENVIRONMENT,
  });
});

test("all mistakes are reported together, of the service's own variables and of those of the whole system", () => {
  expect(() => readConfig({ PORT: "a", CENOTE_PROBE_PORT: "b", HTTPS_PROXY: "ftp://c" })).toThrow(
    /MONGODB_URI is needed[^]*CENOTE_BILLING_ADDRESS is needed[^]*CENOTE_PROBE_PORT must be[^]*\n +PORT must be[^]*HTTPS_PROXY must be/,
  );
});

test("a wrong address of the database is reported once", () => {
  expect(() => readConfig({ ...ENVIRONMENT, MONGODB_URI: "postgres://db" })).toThrow(
    /^the environment has mistakes:\n[^\n]*MONGODB_URI must be a URI with mongodb:[^\n]*$/,
  );
});

import { mongo } from "mongoose";
import { hasUntrustedCertificate } from "./untrusted-certificate";

const coded = (code: string) => Object.assign(new Error("self-signed certificate"), { code });

/** As the driver fails where each server it tried had an error. */
const selectionFailure = (error: Error) => {
  const servers = new Map([
    ["db.test:27017", { error: new mongo.MongoNetworkError("self-signed certificate", { cause: error }) }],
  ]);
  const topology = { servers } as unknown as mongo.TopologyDescription;
  return new mongo.MongoServerSelectionError("self-signed certificate", topology);
};

test.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID"])(
  "a certificate with %s is no silence, wherever the driver tells it",
  (code) => {
    expect(hasUntrustedCertificate(coded(code))).toBe(true);
    expect(hasUntrustedCertificate(new mongo.MongoNetworkError("no", { cause: coded(code) }))).toBe(true);
    expect(hasUntrustedCertificate(selectionFailure(coded(code)))).toBe(true);
  },
);

test.each([coded("ECONNREFUSED"), selectionFailure(coded("ENOTFOUND")), new Error("no"), undefined, "text"])(
  "%p is",
  (error) => {
    expect(hasUntrustedCertificate(error)).toBe(false);
  },
);

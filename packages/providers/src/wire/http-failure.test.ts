import { errors } from "undici";
import { toTransportError } from "./http-failure";

const coded = (code: string): Error & { readonly code: string } => Object.assign(new Error(code), { code });
const ORIGIN = "https://api.p.test";

describe("a failed connection", () => {
  test.each([
    [coded("ENOTFOUND"), "unreachable", "The provider's host can't be found (DNS: ENOTFOUND)."],
    [coded("ECONNREFUSED"), "unreachable", "The provider refuses connections."],
    [
      new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")]),
      "unreachable",
      "The provider refuses connections.",
    ],
    [coded("ENETUNREACH"), "unreachable", "There is no network route to the provider (ENETUNREACH)."],
    [coded("CERT_HAS_EXPIRED"), "unreachable", "The TLS connection to the provider failed (CERT_HAS_EXPIRED)."],
    [
      coded("ERR_TLS_CERT_ALTNAME_INVALID"),
      "unreachable",
      "The TLS connection to the provider failed (ERR_TLS_CERT_ALTNAME_INVALID).",
    ],
    [
      coded("DEPTH_ZERO_SELF_SIGNED_CERT"),
      "unreachable",
      "The TLS connection to the provider failed (DEPTH_ZERO_SELF_SIGNED_CERT).",
    ],
    [coded("EPROTO"), "unreachable", "The TLS connection to the provider failed (EPROTO)."],
    [
      coded("ERR_SSL_WRONG_VERSION_NUMBER"),
      "unreachable",
      "The TLS connection to the provider failed (ERR_SSL_WRONG_VERSION_NUMBER).",
    ],
    [coded("ECONNRESET"), "unreachable", "The connection to the provider broke before an answer began (ECONNRESET)."],
    [new Error("odd"), "unreachable", "The connection to the provider broke before an answer began."],
    [coded("ETIMEDOUT"), "timeout", "The provider did not accept the connection in time."],
    [new errors.HTTPParserError("bad"), "malformed", "The provider's answer is not valid HTTP."],
    [new errors.HeadersOverflowError("long"), "malformed", "The provider's answer is not valid HTTP."],
    [new AggregateError([]), "unreachable", "The connection to the provider broke before an answer began."],
    ["no error object", "unreachable", "The connection to the provider broke before an answer began."],
    [null, "unreachable", "The connection to the provider broke before an answer began."],
  ])("%s before an answer", (error, kind, message) => {
    const failure = toTransportError(error, { origin: ORIGIN, answered: false });
    expect(failure).toMatchObject({ kind, message, origin: ORIGIN });
    expect(failure.cause).toBe(error);
  });

  test("that was not accepted in time says so, so that a job may be given to another provider", () => {
    expect(toTransportError(coded("UND_ERR_CONNECT_TIMEOUT"), { origin: ORIGIN, answered: false })).toMatchObject({
      kind: "timeout",
      phase: "connect",
    });
  });

  test("that stops being HTTP in the middle of an answer has cut it, as a reset would", () => {
    expect(toTransportError(new errors.HTTPParserError("bad"), { origin: ORIGIN, answered: true })).toMatchObject({
      kind: "cut",
      message: "The provider's answer stopped being valid HTTP.",
      origin: ORIGIN,
    });
  });

  test("to the receiver of a callback does not speak of a provider", () => {
    for (const error of [
      coded("ENOTFOUND"),
      coded("EPROTO"),
      coded("ETIMEDOUT"),
      coded("ENETUNREACH"),
      new Error("odd"),
    ]) {
      const { message } = toTransportError(error, { origin: ORIGIN, answered: false, peer: "receiver" });
      expect(message).toContain("receiver");
      expect(message).not.toContain("provider");
    }
  });

  test.each([true, false])("that broke says whether the request had been sent (%s)", (sent) => {
    expect(toTransportError(coded("ECONNRESET"), { origin: ORIGIN, answered: false, sent })).toMatchObject({
      kind: "unreachable",
      sent,
    });
  });

  test.each([coded("ECONNRESET"), coded("ETIMEDOUT"), new errors.SocketError("other side closed")])(
    "%s in an answer is a cut",
    (error) => {
      expect(toTransportError(error, { origin: ORIGIN, answered: true })).toMatchObject({
        kind: "cut",
        origin: ORIGIN,
        message: `The connection to the provider broke in the middle of the answer (${error.code}).`,
      });
    },
  );
});

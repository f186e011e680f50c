import { parseDecimal } from "@cenote/core";
import { type FetchedSource, rateRequest, readQuote, signatureOf } from "./fx-source";

const NOW_MS = Date.UTC(2026, 5, 16, 20);
const freshness = { refreshMs: 3_600_000, maxAgeMs: 432_000_000, whenStale: "warn" } as const;
const banxico: FetchedSource = { kind: "banxico", token: "t".repeat(64), ...freshness };
const url = (path: readonly string[]): FetchedSource => ({
  kind: "url",
  url: "https://rates.example/latest?key=secret",
  path,
  ...freshness,
});

/** Shape of https://www.banxico.org.mx/SieAPIRest/service/v1/doc/consultaDatosSerieOp. */
const answer = (...datos: readonly object[]) => ({
  bmx: {
    series: [
      { idSerie: "SF43718", titulo: "Tipo de cambio Pesos por dólar E.U.A. Fecha de determinación (FIX)", datos },
    ],
  },
});

describe("Banxico", () => {
  test("is asked for the newest FIX rate, with the token in the header and never in the URL", () => {
    const { url: address, headers } = rateRequest(banxico);
    expect(address).toBe("https://www.banxico.org.mx/SieAPIRest/service/v1/series/SF43718/datos/oportuno");
    expect(headers["Bmx-Token"]).toBe("t".repeat(64));
  });

  test("reports a missing token", () => {
    expect(() => rateRequest({ ...banxico, token: undefined })).toThrow("token");
  });

  test("returns the rate of its last row, dated noon in Mexico City", () => {
    const quote = readQuote(
      banxico,
      answer({ fecha: "12/06/2026", dato: "17.1" }, { fecha: "15/06/2026", dato: "17.2345" }),
      NOW_MS,
    );
    expect(quote).toEqual({ mxnPerUsd: parseDecimal("17.2345"), atMs: Date.UTC(2026, 5, 15, 18) });
  });

  test("never dates a rate in the future, even if today's is fetched in the morning", () => {
    const morningMs = Date.UTC(2026, 5, 15, 14);
    expect(readQuote(banxico, answer({ fecha: "15/06/2026", dato: "17.2" }), morningMs).atMs).toBe(morningMs);
  });

  test.each([
    ["a day without a rate", answer({ fecha: "15/06/2026", dato: "N/E" })],
    ["no rows", answer()],
    ["no series", { bmx: { series: [] } }],
    ["an error", { error: { mensaje: "Token inválido", detalle: "" } }],
    ["a day that is none", answer({ fecha: "31/02", dato: "17.2" })],
    ["zero", answer({ fecha: "15/06/2026", dato: "0.0000" })],
    ["nothing", null],
  ])("%s is not accepted as a rate", (_what, body) => {
    expect(() => readQuote(banxico, body, NOW_MS)).toThrow(Error);
  });
});

describe("a rate from a URL", () => {
  test.each([
    [["rates", "MXN"], { rates: { MXN: 17.1234 } }, "17.1234"],
    [["data", "0", "value"], { data: [{ value: "18.5" }] }, "18.5"],
    [["mxn"], { mxn: 20 }, "20"],
    [["mxn"], { mxn: 17.9533213644524 }, "17.953321364452"],
    [["mxn"], { mxn: "17.9999999999995" }, "18"],
  ])("is found at %j of %j, as text or number, to twelve digits", (path, body, rate) => {
    expect(readQuote(url(path), body, NOW_MS)).toEqual({ mxnPerUsd: parseDecimal(rate), atMs: NOW_MS });
  });

  test.each([
    [["rates", "MXN"], { rates: {} }],
    [["rates"], { rates: { MXN: 17 } }],
    [["rate"], { rate: -17 }],
    [["rate"], { rate: "1e3" }],
    [["rate"], { rate: 20_000 }],
    [["constructor"], {}],
    [["rate"], "17"],
    [["rates"], { rates: [17] }],
  ])("at %j of %j does not exist", (path, body) => {
    expect(() => readQuote(url(path), body, NOW_MS)).toThrow(Error);
  });
});

test("an identifier of the configuration tells changes apart and reveals no secret", () => {
  const names = [
    signatureOf({ kind: "fixed", mxnPerUsd: parseDecimal("20") }),
    signatureOf({ kind: "fixed", mxnPerUsd: parseDecimal("20.5") }),
    signatureOf(banxico),
    signatureOf(url(["a"])),
    signatureOf(url(["b"])),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(signatureOf({ kind: "fixed", mxnPerUsd: parseDecimal("20.00") })).toBe(names[0]);
  expect(signatureOf({ ...banxico, token: "renewed" })).toBe(signatureOf(banxico));
  expect(names.join()).not.toContain("secret");
});

import { CenoteError } from "@cenote/core";
import { DEMO_ID, twoOrganizations } from "./testing/fake-services";
import { runTool } from "./testing/run-tool";

const rate = { mxnPerUsd: "18.4525", source: "fixed", at: new Date("2026-11-21T00:00:00Z") };
const fxShown = { getFxRate: () => Promise.resolve({ rate }) };
const balance = { getBalance: () => Promise.resolve({ balanceNanoMxn: 1n, heldNanoMxn: 0n, availableNanoMxn: 1n }) };

describe("--json", () => {
  test.each(["--json fx show", "fx --json show", "fx show --json"])("is accepted anywhere: %s", async (line) => {
    const { exitCode, out, err, json } = await runTool(line, { billing: fxShown });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(json()).toEqual({ mxn_per_usd: "18.4525", source: "fixed", at: "2026-11-21T00:00:00.000Z" });
    expect(out.endsWith("\n")).toBe(true);
    expect(out.trim()).not.toContain("\n");
  });

  test.each([
    ["help --json", { help: expect.stringMatching(/^Usage: cenote /) }],
    ["--json help key create", { help: expect.stringMatching(/^Usage: cenote key create /) }],
    ["credit --help --json", { help: expect.stringMatching(/^Usage: cenote credit /) }],
    ["--version --json", { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }],
  ])("makes one value of what is shown on request too: %s", async (line, value) => {
    const { exitCode, err, json } = await runTool(line);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(json()).toEqual(value);
  });

  test("between an argument and an option affects neither", async () => {
    const credit = jest.fn().mockResolvedValue({ id: "x", balanceNanoMxn: 5n });
    const { exitCode } = await runTool("credit --json demo 5 --id x", { billing: { ...twoOrganizations, credit } });
    expect(exitCode).toBe(0);
    expect(credit).toHaveBeenCalledWith(
      expect.objectContaining({ organizationId: DEMO_ID, amountNanoMxn: 5_000_000_000n, id: "x" }),
    );
  });

  test("prints nothing on standard output if the command fails", async () => {
    const { exitCode, out, err } = await runTool("--json balance nobody", {
      billing: { ...twoOrganizations, ...balance },
    });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toBe('cenote: There is no organization "nobody".\n');
  });
});

describe("exit codes", () => {
  test("1, with the service's message, for an error from the service", async () => {
    const billing = {
      setFxRate: () => Promise.reject(new CenoteError("invalid_request_error", "The rate must be above zero.")),
    };
    expect(await runTool("fx set 0", { billing })).toMatchObject({
      exitCode: 1,
      out: "",
      err: "cenote: The rate must be above zero.\n",
    });
  });

  test.each([
    ["`key_id` is not a UUID.", "KEY_ID is not a UUID."],
    ["`from_day` is after `to_day`.", "--from is after --to."],
    ["`filter.to` is not after `filter.from`.", "--to is not after --from."],
    [
      "balance_alert.url: a new alert needs a threshold and a url.",
      "low-balance-url: a new alert needs a threshold and a url.",
    ],
  ])("1, in the words of the tool's arguments, for the service's %j", async (message, told) => {
    const refuse = () => Promise.reject(new CenoteError("invalid_request_error", message));
    expect(await runTool("key revoke key-1", { billing: { revokeApiKey: refuse } })).toMatchObject({
      exitCode: 1,
      err: `cenote: ${told}\n`,
    });
  });

  test.each([
    "",
    "nonsense",
    "org",
    "org create",
    "org create a b",
    "org set demo",
    "org set demo zdr=maybe",
    "org set demo colour=red",
    "org set demo requests_per_minute=0",
    "org set demo requests_per_minute=1.5",
    "org set demo zdr=on requests_per_minute=",
    "org set demo requests_per_minute=5=6",
    "org set demo requests_per_minute=9999999999",
    "key set key-1",
    "key set key-1 zdr=on",
    "key create demo --requests-per-minute many",
    "key",
    "key create",
    "key revoke",
    "credit demo",
    "credit demo ten",
    "credit demo 1e3",
    "credit demo 0.0000000001",
    "credit demo 1,5",
    "credit demo 10000000000",
    "key create demo --budget 10000000000/month",
    "balance",
    "ledger",
    "ledger show",
    "ledger show demo --limit 0",
    "ledger show demo --limit 1001",
    "ledger show demo --limit 1.5",
    "usage demo --from 2026-02-30",
    "usage demo --from yesterday",
    "fx set",
    "fx set dear",
    "fx show extra",
    "balance demo --colour",
    "key create demo --name",
  ])("2, with a message on standard error, for: cenote %s", async (line) => {
    const { exitCode, out, err } = await runTool(line);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(err).not.toBe("");
  });

  test.each(["--help", "help", "ledger --help", "help credit"])(
    "0, with help on standard output, for: cenote %s",
    async (line) => {
      const { exitCode, out } = await runTool(line);
      expect(exitCode).toBe(0);
      expect(out).toContain("Usage: cenote");
    },
  );
});

test.each(["--version", "-V"])("%s prints the version", async (line) => {
  expect(await runTool(line)).toMatchObject({ exitCode: 0, err: "", out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test("help is of the whole command", async () => {
  expect((await runTool("help key create")).out).toMatch(/^Usage: cenote key create /);
});

test("without --json the output is text for people", async () => {
  const { out } = await runTool("fx show", { billing: fxShown });
  expect(out).toBe("rate    18.4525 MXN per USD\nsource  fixed\nat      2026-11-21 00:00:00Z\n");
});

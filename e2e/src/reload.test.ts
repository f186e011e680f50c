import { cenoteYaml } from "./harness/cenote-yaml";
import { ask } from "./harness/client";
import { eventually } from "./harness/eventually";
import { newPayer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const ORIGIN = "https://app.example";
const INTROSPECTION = { query: "{ __schema { queryType { name } } }" };
/** A small call with a body of more than two mebibytes. */
const LARGE = `${JSON.stringify(ask("Hello!"))}${" ".repeat(2_200_000)}`;

const harness = withSystem({ yaml: { limits: { bodyMib: 3 } } });

/** Writes the system's original file with these settings added. */
const edit = (more: object): void => {
  const { system, simulator } = harness();
  const begun = JSON.parse(cenoteYaml({ simulatorUrl: simulator.url, limits: { bodyMib: 3 } })) as {
    readonly limits: object;
  };
  system.configure(
    JSON.stringify({
      ...begun,
      ...more,
      limits: { ...begun.limits, ...("limits" in more ? (more.limits as object) : {}) },
    }),
  );
};

const statusOfLarge = async (): Promise<number> => (await harness().client.postJson(CHAT, LARGE)).status;

/** The origin that CORS allows a page. */
const allowedOrigin = async (): Promise<string | null> => {
  const { system } = harness();
  const response = await fetch(`${system.baseUrl}/v1/models`, {
    headers: { authorization: `Bearer ${system.key}`, origin: ORIGIN },
  });
  await response.text();
  return response.headers.get("access-control-allow-origin");
};

const becomes = async <Value>(what: string, look: () => Promise<Value>, expected: Value): Promise<void> => {
  await eventually(what, async () => (await look()) === expected);
};

test("changing the body limit takes effect without a restart, and so does reverting it", async () => {
  expect(await statusOfLarge()).toBe(200);
  edit({ limits: { body_mib: 1 } });
  await becomes("the large body is refused", statusOfLarge, 413);
  expect((await harness().client.postJson(CHAT, LARGE)).body.error.message).toContain("larger than 1 MiB");
  edit({});
  await becomes("the large body passes", statusOfLarge, 200);
});

test("changing the origins allowed to call takes effect without a restart, and so does reverting it", async () => {
  expect(await allowedOrigin()).toBeNull();
  edit({ cors: { origins: [ORIGIN] } });
  await becomes("the page may call", allowedOrigin, ORIGIN);
  edit({});
  await becomes("the page may not call", allowedOrigin, null);
});

test("changing what GraphQL exposes takes effect without a restart, and so does reverting it", async () => {
  const statusOfSchema = async () => (await harness().client.postJson("/graphql", INTROSPECTION)).status;
  expect(await statusOfSchema()).toBe(200);
  edit({ graphql: { introspection: false } });
  await becomes("the schema is not shown", statusOfSchema, 400);
  edit({});
  await becomes("the schema is shown", statusOfSchema, 200);
});

test("changing the balance that counts as low takes effect without a restart: the log names who fell below it", async () => {
  const warnings = () =>
    harness()
      .system.output()
      .split("\n")
      .filter((line) => line.includes("a balance is low"));
  expect(warnings()).toEqual([]);
  // Any call takes the balance below it. Before the edit is read, a new organization gets below it without a warning.
  edit({ low_balance_mxn: "50" });
  const payers: string[] = [];
  await eventually("a balance is low", async () => {
    const { system, client } = harness();
    const { org, key } = await newPayer(system);
    payers.push(org);
    await client.postJson(CHAT, ask("Hello!"), { key });
    return warnings().length > 0;
  });
  expect(payers.some((org) => warnings()[0]?.includes(`"organizationId":"${org}"`))).toBe(true);
  expect(warnings()[0]).toContain('"lowBalanceMxn":"50"');
  edit({});
});

test("changing what is read only at start-up is logged, with its key", async () => {
  const hints = () =>
    harness()
      .system.output()
      .split("\n")
      .filter((line) => line.includes("take effect at the next start"));
  expect(hints()).toEqual([]);
  edit({ storage: { kind: "s3", bucket: "media", region: "us-east-1" } });
  await eventually("the key is logged", () => hints().length > 0);
  expect(hints()[0]).toContain('"keys":["storage"]');
  edit({});
});

import { currentMode } from "../harness/mode";
import { withSystem } from "../harness/with-system";
import type { Ask } from "./ask";
import type { AskRest, Call, Case } from "./case";
import { ANSWERS } from "./cases/answers";
import { FAILURES } from "./cases/failures";
import { FIELDS } from "./cases/fields";
import { FILES } from "./cases/files";
import { IMAGES } from "./cases/images";
import { TOOLS } from "./cases/tools";
import { registerCosts } from "./costs";
import type { Client, Driver, StreamOptions, Way } from "./driver";
import { AI_SDK } from "./drivers/ai-sdk";
import { ANTHROPIC } from "./drivers/anthropic";
import { GRAPHQL } from "./drivers/graphql";
import { GRPC } from "./drivers/grpc";
import { LANGCHAIN } from "./drivers/langchain";
import { OPENAI_NODE } from "./drivers/openai-node";
import { OPENAI_PYTHON } from "./drivers/openai-python";
import { OPENAI_RESPONSES } from "./drivers/openai-responses";
import { FAMILIES, type Family, conformanceYaml, lenientModelOf, modelOf } from "./families";
import { createFeatureTable } from "./features";

const CASES: readonly Case[] = [...ANSWERS, ...TOOLS, ...IMAGES, ...FILES, ...FIELDS, ...FAILURES];
const CLIENTS: readonly Client[] = [
  OPENAI_NODE,
  OPENAI_RESPONSES,
  ANTHROPIC,
  OPENAI_PYTHON,
  AI_SDK,
  LANGCHAIN,
  GRPC,
  GRAPHQL,
];
const BOTH: readonly Way[] = ["complete", "stream"];

const drivers = new Map<Client, Driver>();
const table = createFeatureTable(CASES.map(({ feature }) => feature));
let serial = 0;

// Before the system, which would wait for their connections.
afterAll(async () => {
  for (const driver of drivers.values()) await driver.close?.();
});
const harness = withSystem({ yaml: conformanceYaml });
beforeAll(async () => {
  for (const client of CLIENTS) drivers.set(client, await client.open(harness().system));
});

const driverOf = (client: Client): Driver => {
  const driver = drivers.get(client);
  if (driver === undefined) throw new Error(`${client.name} was not opened`);
  return driver;
};

interface CallOptions {
  readonly client: Client;
  readonly way: Way;
  readonly model?: string;
  readonly driver?: Driver;
}

const createCall = (
  family: Family,
  { client, way, model = modelOf(family), driver = driverOf(client) }: CallOptions,
): Call => {
  const marker = `marker-${++serial}-end`;
  return {
    family,
    client,
    way,
    marker,
    ask(question, { before = [], after = [], imageUrl, pdf, ...rest }: AskRest = {}, options?: StreamOptions) {
      const said = {
        role: "user" as const,
        content: `${question} ${marker}`,
        ...(imageUrl === undefined ? {} : { imageUrl }),
        ...(pdf === undefined ? {} : { pdf }),
      };
      const ask: Ask = { model, ...rest, messages: [...before, said, ...after] };
      return way === "complete" ? driver.complete(ask) : driver.stream(ask, options);
    },
    upstream: async () => (await harness().simulator.calls(marker)).toReversed(),
  };
};

/** A call that records which fields were dropped. */
const createRecordingCall = (family: Family, model: string) => {
  const dropped: string[] = [];
  const plain = driverOf(OPENAI_NODE);
  const driver: Driver = {
    ...plain,
    async complete(ask) {
      const outcome = await plain.complete(ask);
      dropped.push(...(outcome.droppedFields?.split(", ") ?? []));
      return outcome;
    },
  };
  return { call: createCall(family, { client: OPENAI_NODE, way: "complete", model, driver }), dropped };
};

/**
 * As separate processes, these families are tested with every client, and the first client with every family. The
 * messages between gateway and inference do not depend on the pair. All pairs are tested in one process.
 */
const WITH_EVERY_CLIENT_IN_SERVICES = new Set(["OpenAI", "Anthropic"]);

const meets = (client: Client, family: Family): boolean =>
  currentMode() === "services"
    ? WITH_EVERY_CLIENT_IN_SERVICES.has(family.name)
    : family.withEveryClient || client.withEveryFamily;

/** The clients and modes with which a case is run. */
const triesOf = ({ needs = [], ways = BOTH, withOneClient = false, modelOf: model = modelOf }: Case, family: Family) =>
  CLIENTS.filter(
    (client, place) =>
      (place === 0 || (!withOneClient && meets(client, family))) && !needs.some((need) => client.lacks.has(need)),
  ).flatMap((client) => ways.map((way) => ({ name: client.name, client, way, model: model(family) })));

describe.each(FAMILIES.map((family) => [family.name, family] as const))("%s", (_, family) => {
  describe.each(CASES.map((one) => [one.feature, one] as const))("%s", (feature, one) => {
    const field = family.refuses.get(feature);
    const leftOut = family.leavesOut.get(feature);
    let passed = 0;
    let due = 0;
    const counted =
      <Arguments extends readonly unknown[]>(check: (...given: Arguments) => Promise<void>) =>
      async (...given: Arguments) => {
        due++;
        await check(...given);
        passed++;
      };

    if (leftOut !== undefined) {
      test(
        "is dropped and reported",
        counted(async () => {
          const { call, dropped } = createRecordingCall(family, modelOf(family));
          await expect(one.run(call)).rejects.toThrow("toContain");
          expect(dropped).toEqual([leftOut]);
          expect((await call.upstream()).map(({ status }) => status)).toEqual([200]);
        }),
      );
    } else if (field === undefined)
      test.each(triesOf(one, family))(
        `${one.says}: $name, $way`,
        counted((options) => one.run(createCall(family, options))),
      );
    else {
      test.each(one.ways ?? BOTH)(
        "is a 400 that names the field, and nothing is sent: %s",
        counted(async (way) => {
          const call = createCall(family, { client: OPENAI_NODE, way });
          await expect(one.run(call)).rejects.toThrow(
            `"status":400,"code":"invalid_request_error","message":"${field}: `,
          );
          expect(await call.upstream()).toEqual([]);
        }),
      );
    }
    if (field?.startsWith("messages") === false) {
      test(
        "is dropped if the model's row says so, and reported",
        counted(async () => {
          const { call, dropped } = createRecordingCall(family, lenientModelOf(family));
          // The case itself fails without the dropped fields.
          await one.run(call).catch(() => {});
          expect(dropped).toContain(field);
          expect((await call.upstream()).map(({ status }) => status)).toEqual([200]);
        }),
      );
    }
    afterAll(() => {
      if (due > 0 && passed === due)
        table.mark(feature, family.name, field === undefined && leftOut === undefined ? "yes" : "no");
    });
  });
});

registerCosts(harness);

test("docs/features.md matches the results (CENOTE_WRITE_FEATURES=1 writes it)", () => {
  if (process.env.CENOTE_WRITE_FEATURES === "1") table.write();
  expect(table.inTree()).toBe(table.text());
});

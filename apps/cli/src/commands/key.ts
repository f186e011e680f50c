import type { ApiKey, KeyBudget, KeyLimits } from "@cenote/contracts";
import { readTime } from "../arguments";
import { type KeySettings, readBudget, readKeySetting, readModels, readNetworks } from "../key-settings";
import { readLimit } from "../limit-settings";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { formatLimits, limitsJson } from "../output/limits";
import { formatBudget, formatModels, formatNetworks, restrictionsJson } from "../output/restrictions";
import { formatFields, formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import { required } from "../required";
import { unmatchedModels } from "../unmatched-models";
import type { Register } from "./register";

export const registerKey: Register = (program, { ask }) => {
  const key = program.command("key").description("API keys of an organization");

  key
    .command("create")
    .description("create a key and show it, once only")
    .argument("<ORG>", "id or name")
    .option("--name <NAME>", "what the key is for", "")
    .option("--requests-per-minute <N>", "at most the organization's", readLimit)
    .option("--tokens-per-minute <N>", "at most the organization's", readLimit)
    .option("--concurrent-requests <N>", "calls at the same time, at most the organization's", readLimit)
    .option("--budget <MXN>", "the most it may spend: 500, 500/day, 500/week or 500/month", readBudget)
    .option("--expires <TIME>", "when it stops working, YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ", readTime)
    .option(
      "--models <IDS>",
      "the only models it may use, separated by commas; openai/* for all models of a provider",
      readModels,
    )
    .option(
      "--networks <ADDRESSES>",
      "the only addresses it may be used from, separated by commas; 203.0.113.0/24 for a range",
      readNetworks,
    )
    .action((org: string, { name, budget, expires, models, networks, ...limits }: NewKeyOptions) =>
      ask(async ({ billing, inference }) => {
        const { apiKey, secret } = await billing.createApiKey({
          organizationId: await organizationId(billing, org),
          name,
          limits,
          ...(budget !== undefined && { budget }),
          ...(expires !== undefined && { expires }),
          ...(models !== undefined && { models: { models } }),
          ...(networks !== undefined && { networks: { networks } }),
        });
        const warnings = await unmatchedModels(inference, models);
        return { ...createdAnswer(required(apiKey, "the key"), secret), warnings };
      }),
    );

  key
    .command("list")
    .description("list the keys, including revoked ones")
    .argument("<ORG>", "id or name")
    .action((org: string) =>
      ask(async ({ billing }) => {
        const { apiKeys } = await billing.listApiKeys({
          organizationId: await organizationId(billing, org),
          lastUsed: true,
        });
        return listAnswer(apiKeys);
      }),
    );

  key
    .command("set")
    .description("change a key; default removes a limit, the budget, the expiry, the models or the networks")
    .argument("<KEY_ID>")
    .argument(
      "<SETTING...>",
      "name=N, budget=MXN[/day|/week|/month], expires=TIME, models=ID,ID, networks=ADDRESS,ADDRESS, requests_per_minute=N, tokens_per_minute=N, concurrent_requests=N",
      readKeySetting,
    )
    .action((keyId: string, settings: KeySettings) =>
      ask(async ({ billing, inference }) => {
        const { apiKey } = await billing.updateApiKey({ keyId, ...settings });
        const warnings = await unmatchedModels(inference, settings.models?.models);
        return { ...keyAnswer(required(apiKey, "the key")), warnings };
      }),
    );

  key
    .command("revoke")
    .description("revoke a key for good")
    .argument("<KEY_ID>")
    .action((keyId: string) =>
      ask(async ({ billing }) => {
        const { apiKey } = await billing.revokeApiKey({ keyId });
        return keyAnswer(required(apiKey, "the key"));
      }),
    );
};

interface NewKeyOptions extends KeyLimits {
  readonly name: string;
  readonly budget?: KeyBudget;
  readonly expires?: Date;
  readonly models?: string[];
  readonly networks?: string[];
}

/** A key without restrictions has the four fields that scripts rely on; others are added only for restrictions. */
const restrictionsOf = (key: ApiKey) => {
  const all = { limits: limitsJson(key.limits), ...restrictionsJson(key) };
  const isSet = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.values(value).some((part) => part !== null) : value !== null;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => isSet(value)));
};

const createdAnswer = (key: ApiKey, secret: string): Answer => ({
  json: {
    id: key.id,
    key: secret,
    name: key.name,
    ...restrictionsOf(key),
    created: formatTime(key.created),
  },
  text: formatFields([
    ["id", key.id],
    ["name", key.name],
    ["created", formatTimeShort(key.created)],
    ...restrictionFields(key),
    ["key", `${secret}   (not shown again)`],
  ]),
});

const restrictionFields = (key: ApiKey) =>
  [
    ["limits", formatLimits(key.limits)],
    ["budget", formatBudget(key)],
    ["expires", formatTimeShort(key.expires)],
    ["models", formatModels(key)],
    ["networks", formatNetworks(key)],
  ] as const;

const keyJson = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  limits: limitsJson(key.limits),
  ...restrictionsJson(key),
  created: formatTime(key.created),
  revoked: formatTime(key.revoked),
});

const keyAnswer = (key: ApiKey): Answer => ({
  json: keyJson(key),
  text: formatFields([
    ["id", key.id],
    ["name", key.name],
    ["key", key.hint],
    ...restrictionFields(key),
    ["revoked", formatTimeShort(key.revoked)],
  ]),
});

const listAnswer = (keys: readonly ApiKey[]): Answer => ({
  json: { keys: keys.map((key) => ({ ...keyJson(key), last_used: key.lastUsed ?? null })) },
  text: formatTable(
    keys,
    [
      { title: "ID", cell: ({ id }) => id },
      { title: "KEY", cell: ({ hint }) => hint },
      { title: "NAME", cell: ({ name }) => name },
      { title: "CREATED", cell: ({ created }) => formatTimeShort(created) },
      { title: "LAST USED", cell: ({ lastUsed }) => lastUsed ?? "-" },
      { title: "LIMITS", cell: ({ limits }) => formatLimits(limits) },
      { title: "BUDGET", cell: formatBudget },
      { title: "EXPIRES", cell: ({ expires }) => formatTimeShort(expires) },
      { title: "MODELS", cell: formatModels },
      { title: "NETWORKS", cell: formatNetworks },
      { title: "REVOKED", cell: ({ revoked }) => formatTimeShort(revoked) },
    ],
    "no keys",
  ),
});

import type { ApiKey, KeyLimits } from "@cenote/contracts";
import { readLimit, readLimitSetting } from "../arguments";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { formatLimits, limitsJson } from "../output/limits";
import { formatFields, formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import { required } from "../required";
import type { Register } from "./register";

export const registerKey: Register = (program, { ask }) => {
  const key = program.command("key").description("API keys of an organization");

  key
    .command("create")
    .description("create a key and show it, this once")
    .argument("<ORG>", "id or name")
    .option("--name <NAME>", "what the key is for", "")
    .option("--requests-per-minute <N>", "at most the organization's", readLimit)
    .option("--tokens-per-minute <N>", "at most the organization's", readLimit)
    .option("--concurrent-requests <N>", "calls at once, at most the organization's", readLimit)
    .action((org: string, { name, ...limits }: { name: string } & KeyLimits) =>
      ask(async ({ billing }) => {
        const { apiKey, secret } = await billing.createApiKey({
          organizationId: await organizationId(billing, org),
          name,
          limits,
        });
        return createdAnswer(required(apiKey, "the key"), secret);
      }),
    );

  key
    .command("list")
    .description("list the keys, revoked ones too")
    .argument("<ORG>", "id or name")
    .action((org: string) =>
      ask(async ({ billing }) => {
        const { apiKeys } = await billing.listApiKeys({ organizationId: await organizationId(billing, org) });
        return listAnswer(apiKeys);
      }),
    );

  key
    .command("set")
    .description("change a key's own limits, which are at most its organization's; default takes one away")
    .argument("<KEY_ID>")
    .argument("<SETTING...>", "requests_per_minute=N, tokens_per_minute=N, concurrent_requests=N", readLimitSetting)
    .action((keyId: string, limits: KeyLimits) =>
      ask(async ({ billing }) => {
        const { apiKey } = await billing.updateApiKey({ keyId, limits });
        return keyAnswer(required(apiKey, "the key"));
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

const createdAnswer = ({ id, name, created }: ApiKey, secret: string): Answer => ({
  json: { id, key: secret, name, created: formatTime(created) },
  text: formatFields([
    ["id", id],
    ["name", name],
    ["created", formatTimeShort(created)],
    ["key", `${secret}   (not shown again)`],
  ]),
});

const keyJson = ({ id, name, hint, limits, created, revoked }: ApiKey) => ({
  id,
  name,
  hint,
  limits: limitsJson(limits),
  created: formatTime(created),
  revoked: formatTime(revoked),
});

const keyAnswer = (key: ApiKey): Answer => ({
  json: keyJson(key),
  text: formatFields([
    ["id", key.id],
    ["name", key.name],
    ["key", key.hint],
    ["limits", formatLimits(key.limits)],
    ["revoked", formatTimeShort(key.revoked)],
  ]),
});

const listAnswer = (keys: readonly ApiKey[]): Answer => ({
  json: { keys: keys.map(keyJson) },
  text: formatTable(
    keys,
    [
      { title: "ID", cell: ({ id }) => id },
      { title: "KEY", cell: ({ hint }) => hint },
      { title: "NAME", cell: ({ name }) => name },
      { title: "CREATED", cell: ({ created }) => formatTimeShort(created) },
      { title: "LIMITS", cell: ({ limits }) => formatLimits(limits) },
      { title: "REVOKED", cell: ({ revoked }) => formatTimeShort(revoked) },
    ],
    "no keys",
  ),
});

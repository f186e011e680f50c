import type { ApiKey } from "@cenote/contracts";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { formatFields, formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import { required } from "../required";
import type { Register } from "./register";

export const registerKey: Register = (program, { ask }) => {
  const key = program.command("key").description("API keys of an organization");

  key.command("create").description("create a key and show it, this once").argument("<ORG>", "id or name")
    .option("--name <NAME>", "what the key is for", "")
    .action((org: string, { name }: { name: string }) => ask(async ({ billing }) => {
      const { apiKey, secret } = await billing.createApiKey({ organizationId: await organizationId(billing, org), name });
      return createdAnswer(required(apiKey, "the key"), secret);
    }));

  key.command("list").description("list the keys, revoked ones too").argument("<ORG>", "id or name")
    .action((org: string) => ask(async ({ billing }) => {
      const { apiKeys } = await billing.listApiKeys({ organizationId: await organizationId(billing, org) });
      return listAnswer(apiKeys);
    }));

  key.command("revoke").description("revoke a key for good").argument("<KEY_ID>")
    .action((keyId: string) => ask(async ({ billing }) => {
      const { apiKey } = await billing.revokeApiKey({ keyId });
      return revokedAnswer(required(apiKey, "the key"));
    }));
};

const createdAnswer = ({ id, name, created }: ApiKey, secret: string): Answer => ({
  json: { id, key: secret, name, created: formatTime(created) },
  text: formatFields([["id", id], ["name", name], ["created", formatTimeShort(created)], ["key", `${secret}   (not shown again)`]]),
});

const keyJson = ({ id, name, hint, created, revoked }: ApiKey) => ({ id, name, hint, created: formatTime(created), revoked: formatTime(revoked) });

const revokedAnswer = (key: ApiKey): Answer => ({
  json: keyJson(key),
  text: formatFields([["id", key.id], ["name", key.name], ["key", key.hint], ["revoked", formatTimeShort(key.revoked)]]),
});

const listAnswer = (keys: readonly ApiKey[]): Answer => ({
  json: { keys: keys.map(keyJson) },
  text: formatTable(keys, [
    { title: "ID", cell: ({ id }) => id },
    { title: "KEY", cell: ({ hint }) => hint },
    { title: "NAME", cell: ({ name }) => name },
    { title: "CREATED", cell: ({ created }) => formatTimeShort(created) },
    { title: "REVOKED", cell: ({ revoked }) => formatTimeShort(revoked) },
  ], "no keys"),
});

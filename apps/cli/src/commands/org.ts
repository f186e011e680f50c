import type { Organization } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { type OrganizationSettings, readSetting } from "../arguments";
import { listOrganizations, organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { formatLimits, limitsJson } from "../output/limits";
import { formatFields, formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import { required } from "../required";
import type { Register } from "./register";

const SET_DESCRIPTION =
  "zdr=on serves every call over routes without data retention, zdr=off lets each call choose; " +
  "requests_per_minute=1200 and its like are what each key of the organization has at most, default is what cenote.yaml says";

export const registerOrg: Register = (program, { ask }) => {
  const org = program.command("org").description("organizations: who pays");

  org
    .command("create")
    .description("create an organization with the free credit")
    .argument("<NAME>")
    .action((name: string) =>
      ask(async ({ billing }) => {
        const { organization, balanceNanoMxn } = await billing.createOrganization({ name });
        return createdAnswer(required(organization, "the organization"), balanceNanoMxn);
      }),
    );

  org
    .command("list")
    .description("list all organizations")
    .action(() => ask(async ({ billing }) => listAnswer(await listOrganizations(billing))));

  org
    .command("set")
    .description(SET_DESCRIPTION)
    .argument("<ORG>", "id or name")
    .argument(
      "<SETTING...>",
      "zdr=on, zdr=off, requests_per_minute=N, tokens_per_minute=N, concurrent_requests=N",
      readSetting,
    )
    .action((name: string, settings: OrganizationSettings) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, name);
        const { organization } = await billing.updateOrganization({ organizationId: id, ...settings });
        return organizationAnswer(required(organization, "the organization"));
      }),
    );
};

const createdAnswer = ({ id, name }: Organization, balanceNanoMxn: bigint): Answer => {
  const balance = formatMxn(balanceNanoMxn);
  return {
    json: { id, name, balance_mxn: balance },
    text: formatFields([
      ["id", id],
      ["name", name],
      ["balance", `${balance} MXN`],
    ]),
  };
};

const organizationJson = ({ id, name, zdr, limits, created }: Organization) => ({
  id,
  name,
  zdr,
  limits: limitsJson(limits),
  created: formatTime(created),
});

const organizationAnswer = (organization: Organization): Answer => ({
  json: organizationJson(organization),
  text: formatFields([
    ["id", organization.id],
    ["name", organization.name],
    ["zdr", onOff(organization.zdr)],
    ["limits", formatLimits(organization.limits)],
    ["created", formatTimeShort(organization.created)],
  ]),
});

const listAnswer = (organizations: readonly Organization[]): Answer => ({
  json: { organizations: organizations.map(organizationJson) },
  text: formatTable(
    organizations,
    [
      { title: "ID", cell: ({ id }) => id },
      { title: "NAME", cell: ({ name }) => name },
      { title: "ZDR", cell: ({ zdr }) => onOff(zdr) },
      { title: "CREATED", cell: ({ created }) => formatTimeShort(created) },
      { title: "LIMITS", cell: ({ limits }) => formatLimits(limits) },
    ],
    "no organizations",
  ),
});

const onOff = (value: boolean): string => (value ? "on" : "off");

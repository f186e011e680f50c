import type { Organization, UpdateOrganizationRequest } from "@cenote/contracts";
import { type Clock, formatMxn } from "@cenote/core";
import { listOrganizations } from "../list-organizations";
import { organizationId } from "../organization-id";
import { type OrganizationSettings, readOrganizationSetting } from "../organization-settings";
import type { Answer } from "../output/answer";
import { formatLimits } from "../output/limits";
import { formatAlert, formatSuspension, onOff, organizationJson } from "../output/organization";
import { formatFields } from "../output/table";
import { formatTimeShort } from "../output/time";
import { required } from "../required";
import { addOrgList } from "./org-list";
import type { Register } from "./register";

const SET_DESCRIPTION =
  "zdr=on serves every call over routes without data retention, zdr=off lets each call choose; " +
  "low-balance=20 with low-balance-url=https://... sends a signed event when the balance falls below 20 pesos, and when a call is rejected for lack of money; " +
  "requests_per_minute=1200 and the other limits are the maximum for each key of the organization, default restores the limit of cenote.yaml";

/** @param clock Decides which keys have expired. */
export const registerOrg =
  (clock: Pick<Clock, "nowMs">): Register =>
  (program, actions) => {
    const { ask } = actions;
    const change = (name: string, changes: Omit<UpdateOrganizationRequest, "organizationId">): Promise<void> =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, name);
        const { organization } = await billing.updateOrganization({ organizationId: id, ...changes });
        return organizationAnswer(required(organization, "the organization"));
      });

    const org = program.command("org").description("organizations, which own keys and pay for calls");

    org
      .command("create")
      .description("create an organization with the free credit")
      .argument("<NAME>")
      .action((name: string) =>
        ask(async ({ billing }) => {
          const isTaken = (await listOrganizations(billing)).some((other) => other.name === name);
          const { organization, balanceNanoMxn } = await billing.createOrganization({ name });
          return createdAnswer(required(organization, "the organization"), balanceNanoMxn, isTaken);
        }),
      );

    addOrgList(org, actions, clock);

    org
      .command("show")
      .description("one organization: its settings, and whether it is suspended")
      .argument("<ORG>", "id or name")
      .action((name: string) =>
        ask(async ({ billing }) => {
          const { organization } = await billing.getOrganization({
            organizationId: await organizationId(billing, name),
          });
          return organizationAnswer(required(organization, "the organization"));
        }),
      );

    org
      .command("set")
      .description(SET_DESCRIPTION)
      .argument("<ORG>", "id or name")
      .argument(
        "<SETTING...>",
        "zdr=on, zdr=off, low-balance=MXN, low-balance=off, low-balance-url=URL, requests_per_minute=N, tokens_per_minute=N, concurrent_requests=N",
        readOrganizationSetting,
      )
      .action((name: string, settings: OrganizationSettings) => change(name, settings));

    org
      .command("suspend")
      .description(
        "reject new calls of an organization; calls under way are finished and charged, and everything else still works",
      )
      .argument("<ORG>", "id or name")
      .option("--note <TEXT>", "the reason; customers do not see it")
      .action((name: string, { note }: { readonly note?: string }) =>
        change(name, { suspended: true, ...(note !== undefined && { suspensionNote: note }) }),
      );

    org
      .command("resume")
      .description("let a suspended organization make calls again")
      .argument("<ORG>", "id or name")
      .action((name: string) => change(name, { suspended: false }));
  };

const createdAnswer = ({ id, name }: Organization, balanceNanoMxn: bigint, isTaken: boolean): Answer => {
  const balance = formatMxn(balanceNanoMxn);
  return {
    json: { id, name, balance_mxn: balance },
    text: formatFields([
      ["id", id],
      ["name", name],
      ["balance", `${balance} MXN`],
    ]),
    warnings: isTaken
      ? [`Another organization is called ${JSON.stringify(name)} too: commands have to name this one by its id, ${id}.`]
      : [],
  };
};

const organizationAnswer = (organization: Organization): Answer => ({
  json: organizationJson(organization),
  text: formatFields([
    ["id", organization.id],
    ["name", organization.name],
    ["zdr", onOff(organization.zdr)],
    ["limits", formatLimits(organization.limits)],
    ["alert", formatAlert(organization.balanceAlert)],
    ["suspended", formatSuspension(organization.suspension)],
    ["created", formatTimeShort(organization.created)],
  ]),
});

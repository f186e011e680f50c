import type { BillingService, Organization, Suspension } from "@cenote/contracts";
import { type Clock, formatMxn } from "@cenote/core";
import { type Command, Option } from "commander";
import { mapAtOnce } from "../map-at-once";
import { type OrganizationFigures, readFigures } from "../organization-figures";
import { listOrganizations } from "../list-organizations";
import type { Answer } from "../output/answer";
import { formatLimits } from "../output/limits";
import { formatThreshold, onOff, organizationJson } from "../output/organization";
import { reasonOf } from "../output/reason";
import { type Column, formatTable } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import type { Actions } from "./register";

/** The figures of each organization take four short calls. */
const ORGANIZATIONS_AT_ONCE = 8;

interface Listed {
  readonly organization: Organization;
  /** Undefined if they could not be read; `reason` says why. */
  readonly figures: OrganizationFigures | undefined;
  readonly reason?: string;
}

type Value = string | number | bigint | undefined;

/** Ascending: names from A, and age from the oldest. */
const UPWARDS = {
  name: ({ organization }) => organization.name.toLowerCase(),
  created: ({ organization }) => organization.created?.getTime(),
} as const satisfies Record<string, (listed: Listed) => Value>;

/** Descending: the largest and the newest first. */
const DOWNWARDS = {
  balance: ({ figures }) => figures?.balanceNanoMxn,
  cost: ({ figures }) => figures?.costNanoMxn,
  calls: ({ figures }) => figures?.calls,
  keys: ({ figures }) => figures?.keys,
  "last-call": ({ figures }) => figures?.lastCall?.getTime(),
} as const satisfies Record<string, (listed: Listed) => Value>;

type Order = keyof typeof UPWARDS | keyof typeof DOWNWARDS;

export const addOrgList = (org: Command, { ask }: Actions, clock: Pick<Clock, "nowMs">): void => {
  org
    .command("list")
    .description("all organizations: balance, calls and cost of the last 30 days, active keys, last call")
    .addOption(
      new Option("--sort <BY>", "name and created upwards, the others from the largest and newest")
        .choices([...Object.keys(UPWARDS), ...Object.keys(DOWNWARDS)])
        .default("name"),
    )
    .option(
      "--no-figures",
      "only ids, names and settings: one call per thousand organizations instead of four per organization",
    )
    .action(({ sort, figures }: { readonly sort: Order; readonly figures: boolean }) =>
      ask(async ({ billing }) => {
        const nowMs = clock.nowMs();
        const organizations = await listOrganizations(billing);
        if (!figures) return settingsAnswer(sorted(organizations.map(withoutFigures), sort));
        const listed = await mapAtOnce(organizations, ORGANIZATIONS_AT_ONCE, (organization) =>
          withFigures(billing, organization, nowMs),
        );
        return listAnswer(sorted(listed, sort));
      }),
    );
};

const withoutFigures = (organization: Organization): Listed => ({ organization, figures: undefined });

/** One damaged ledger must not hide the other organizations. */
const withFigures = async (billing: BillingService, organization: Organization, nowMs: number): Promise<Listed> => {
  try {
    return { organization, figures: await readFigures(billing, organization.id, nowMs) };
  } catch (error) {
    return { organization, figures: undefined, reason: reasonOf(error) };
  }
};

/** Organizations with equal values stay in order of creation; those without a value come last. */
const sorted = (listed: readonly Listed[], by: Order): readonly Listed[] => {
  const { of, sign } =
    by === "name" || by === "created" ? { of: UPWARDS[by], sign: 1 } : { of: DOWNWARDS[by], sign: -1 };
  return listed.toSorted((a, b) => compare(of(a), of(b), sign));
};

const compare = (a: Value, b: Value, sign: number): number => {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -sign : sign;
};

const listAnswer = (listed: readonly Listed[]): Answer => {
  const failed = listed.filter(({ reason }) => reason !== undefined);
  return {
    json: { organizations: listed.map(listedJson) },
    text: formatTable(listed, [...NAME_COLUMNS, ...FIGURE_COLUMNS, ...SETTING_COLUMNS], "no organizations"),
    ...(failed.length > 0 && {
      refusal: failed
        .map(({ organization: { id }, reason = "" }) => `the figures of ${id} could not be read: ${reason}`)
        .join("\ncenote: "),
    }),
  };
};

const settingsAnswer = (listed: readonly Listed[]): Answer => ({
  json: { organizations: listed.map(({ organization }) => organizationJson(organization)) },
  text: formatTable(listed, [...NAME_COLUMNS, ...SETTING_COLUMNS], "no organizations"),
});

const listedJson = ({ organization, figures }: Listed) => ({
  ...organizationJson(organization),
  balance_mxn: mxn(figures?.balanceNanoMxn),
  held_mxn: mxn(figures?.heldNanoMxn),
  available_mxn: mxn(figures?.availableNanoMxn),
  calls_30_days: figures === undefined ? null : Number(figures.calls),
  cost_30_days_mxn: mxn(figures?.costNanoMxn),
  keys: figures?.keys ?? null,
  last_call: formatTime(figures?.lastCall),
});

const mxn = (amount: bigint | undefined): string | null => (amount === undefined ? null : formatMxn(amount));

const suspendedSince = (suspension: Suspension | undefined): string =>
  suspension === undefined ? "no" : formatTimeShort(suspension.since);

type Columns = readonly Column<Listed>[];

const NAME_COLUMNS: Columns = [
  { title: "ID", cell: ({ organization }) => organization.id },
  { title: "NAME", cell: ({ organization }) => organization.name },
];

const FIGURE_COLUMNS: Columns = [
  { title: "BALANCE MXN", align: "decimal", cell: ({ figures }) => mxn(figures?.balanceNanoMxn) ?? "?" },
  { title: "HELD MXN", align: "decimal", cell: ({ figures }) => mxn(figures?.heldNanoMxn) ?? "?" },
  { title: "CALLS 30D", align: "right", cell: ({ figures }) => String(figures?.calls ?? "?") },
  { title: "COST MXN 30D", align: "decimal", cell: ({ figures }) => mxn(figures?.costNanoMxn) ?? "?" },
  { title: "KEYS", align: "right", cell: ({ figures }) => String(figures?.keys ?? "?") },
  { title: "LAST CALL", cell: ({ figures }) => (figures === undefined ? "?" : formatTimeShort(figures.lastCall)) },
];

const SETTING_COLUMNS: Columns = [
  { title: "ZDR", cell: ({ organization }) => onOff(organization.zdr) },
  { title: "SUSPENDED", cell: ({ organization: { suspension } }) => suspendedSince(suspension) },
  { title: "LOW BALANCE", align: "right", cell: ({ organization }) => formatThreshold(organization.balanceAlert) },
  { title: "CREATED", cell: ({ organization }) => formatTimeShort(organization.created) },
  { title: "LIMITS", cell: ({ organization }) => formatLimits(organization.limits) },
];

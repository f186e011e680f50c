import type { GetBalanceResponse } from "@cenote/contracts";
import { formatMxn } from "@cenote/core";
import { organizationId } from "../organization-id";
import type { Answer } from "../output/answer";
import { alignDecimals, formatFields } from "../output/table";
import type { Register } from "./register";

export const registerBalance: Register = (program, { ask }) => {
  program
    .command("balance")
    .description("an organization's balance, the amount held by calls under way, and the amount available")
    .argument("<ORG>", "id or name")
    .action((org: string) =>
      ask(async ({ billing }) => {
        const id = await organizationId(billing, org);
        return balanceAnswer(id, await billing.getBalance({ organizationId: id }));
      }),
    );
};

const balanceAnswer = (org: string, { balanceNanoMxn, heldNanoMxn, availableNanoMxn }: GetBalanceResponse): Answer => {
  const [balance = "", held = "", available = ""] = [balanceNanoMxn, heldNanoMxn, availableNanoMxn].map(formatMxn);
  const aligned = alignDecimals([balance, held, available]);
  const width = Math.max(...aligned.map((amount) => amount.length));
  const names = ["balance", "held", "available"] as const;
  return {
    json: { org, balance_mxn: balance, held_mxn: held, available_mxn: available },
    text: formatFields(names.map((name, index) => [name, `${(aligned[index] ?? "").padStart(width)} MXN`])),
  };
};

import { CenoteError, type NanoMxn } from "@cenote/core";
import { MAX_ENTRY, readEntryId, readPesos } from "../arguments";
import { organizationId } from "../organization-id";
import { postedAnswer } from "../output/posted-entry";
import type { Register } from "./register";

const NOTE = "cenote credit";

export const registerCredit: Register = (program, { ask }) => {
  program
    .command("credit")
    .description("add money to an organization's balance")
    .argument("<ORG>", "id or name")
    .argument("<MXN>", "pesos, for example 100 or 12.50", readPesos)
    .option(
      "--id <ID>",
      "makes a repetition idempotent: the same id with the same amount is credited once",
      readEntryId,
    )
    .action((org: string, amount: NanoMxn, { id = "" }: { id?: string }) =>
      ask(async ({ billing }) => {
        if (amount <= 0n || amount > MAX_ENTRY)
          throw new CenoteError("invalid_request_error", "Give pesos above zero, at most 1000000000.");
        const organization = await organizationId(billing, org);
        const credited = await billing.credit({ organizationId: organization, amountNanoMxn: amount, id, note: NOTE });
        return postedAnswer("credited", { organization, id: credited.id, amount, balance: credited.balanceNanoMxn });
      }),
    );
};

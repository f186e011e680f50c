import type { FxRate } from "@cenote/contracts";
import { readRate } from "../arguments";
import type { Answer } from "../output/answer";
import { formatFields } from "../output/table";
import { formatTime, formatTimeShort } from "../output/time";
import { required } from "../required";
import type { Register } from "./register";

export const registerFx: Register = (program, { ask }) => {
  const fx = program.command("fx").description("the exchange rate of charges");

  fx.command("show")
    .description("the current rate, its source and its time")
    .action(() => ask(async ({ billing }) => rateAnswer(required((await billing.getFxRate({})).rate, "the rate"))));

  fx.command("set")
    .description("set the rate by hand")
    .argument("<RATE>", "MXN per USD", readRate)
    .action((mxnPerUsd: string) =>
      ask(async ({ billing }) => {
        const { rate } = await billing.setFxRate({ mxnPerUsd });
        return rateAnswer(required(rate, "the rate"));
      }),
    );
};

const rateAnswer = ({ mxnPerUsd, source, at }: FxRate): Answer => ({
  json: { mxn_per_usd: mxnPerUsd, source, at: formatTime(at) },
  text: formatFields([
    ["rate", `${mxnPerUsd} MXN per USD`],
    ["source", source],
    ["at", formatTimeShort(at)],
  ]),
});

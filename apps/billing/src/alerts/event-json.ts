import { eventJson } from "@cenote/callbacks";
import { formatMxn } from "@cenote/core";
import type { AlertEvent, AlertKind } from "./balance-alert";

/** The body of a callback. Money keeps all its digits. */
export const alertJson = (organizationId: string, kind: AlertKind, event: AlertEvent): string => {
  const { id, atMs, threshold, balance, held } = event;
  const names = JSON.stringify({ id, object: "balance", organization_id: organizationId }).slice(0, -1);
  const amounts = { balance_mxn: balance, held_mxn: held, available_mxn: balance - held, threshold_mxn: threshold };
  const money = Object.entries(amounts).map(([name, amount]) => `"${name}":${formatMxn(amount)}`);
  return eventJson({ type: `balance.${kind}`, atMs, data: `${names},${money.join(",")}}` });
};

import type { Checkout, Deed } from "./checkouts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 10vh auto; padding: 0 1rem; }
h1 { font-size: 2rem; margin: 0; }
form { margin: .75rem 0; }
button { font: inherit; width: 100%; padding: .6rem; cursor: pointer; }
.note { border: 1px dashed; padding: .5rem .75rem; }`;

/** No script, no other origin: only forms, to here and back to the shop. */
export const PAGE_HEADERS = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

const button = (deed: Deed | "leave" | "decline", label: string): string =>
  `<form method="post"><button name="does" value="${deed}">${escape(label)}</button></form>`;

const buttonsOf = ({ status, methods, paymentStatus, isPaid }: Checkout): readonly string[] => {
  if (status === "open")
    return [
      ...(methods.includes("card")
        ? [button("pay_by_card", "Pay by card"), button("decline", "Pay by a card that is declined")]
        : []),
      ...(methods.includes("oxxo") ? [button("get_voucher", "Get an OXXO voucher")] : []),
      ...(methods.includes("customer_balance") ? [button("get_bank_details", "Get the details of a transfer")] : []),
      button("leave", "Back, without paying"),
    ];
  if (status === "complete" && !isPaid && paymentStatus === "requires_action")
    return [
      button("money_arrives", "The money arrives"),
      button("money_does_not_arrive", "The money does not arrive in time"),
      button("leave", "Back"),
    ];
  return [button("leave", "Back")];
};

const stateOf = ({ status, isPaid, paymentStatus }: Checkout): string => {
  if (isPaid) return "This is paid.";
  if (status === "expired") return "This page has expired.";
  if (status === "open") return "";
  return paymentStatus === "requires_action" ? "The payment is awaited." : "The payment did not arrive.";
};

const money = ({ amount, currency }: Checkout): string => `$${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;

/** The page of a session. @param note The result of the last action. */
export const payPage = (checkout: Checkout, note = ""): string => {
  const says = [stateOf(checkout), note]
    .filter((text) => text !== "")
    .map((text) => `<p role="status">${escape(text)}</p>`);
  return document([
    `<h1>${escape(money(checkout))}</h1>`,
    `<p>${escape(checkout.what)}</p>`,
    ...says,
    ...buttonsOf(checkout),
  ]);
};

/** Shown for a session that was forgotten or never existed. */
export const unknownPayPage = (): string =>
  document([
    "<h1>This payment is not known</h1>",
    "<p>Simulated payments are forgotten when their simulator stops. Start the payment again.</p>",
  ]);

const document = (lines: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Simulated payment</title>
<style>${STYLE}</style>
<p class="note">Simulated payment: no real money moves.</p>
${lines.join("\n")}
</html>
`;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?$/;

/** The amount as an integer, multiplied by 10 to the power of `scale`. */
const scaled = (amount: string, scale: number): bigint => {
  const [, sign, whole = "", fraction = ""] = NUMBER.exec(amount) ?? [];
  if (sign === undefined) throw new Error(`no decimal number: ${amount}`);
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, "0")}`);
};

const fractionDigits = (amount: string): number => amount.split(".")[1]?.length ?? 0;

/** The exact sum of decimal numbers as text, without trailing zeros. Throws if one is not a number. */
export const addMoney = (amounts: readonly string[]): string => {
  const scale = Math.max(0, ...amounts.map(fractionDigits));
  const sum = amounts.reduce((total, amount) => total + scaled(amount, scale), 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, "0");
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  const whole = digits.slice(0, digits.length - scale);
  return `${sum < 0n ? "-" : ""}${whole}${scale === 0 || fraction === "" ? "" : `.${fraction}`}`;
};

/** Exact. Neither amount may be negative. */
export const isLess = (amount: string, other: string): boolean => addMoney([amount, `-${other}`]).startsWith("-");

export const isAboveZero = (amount: string): boolean => !amount.startsWith("-") && isLess("0", amount);

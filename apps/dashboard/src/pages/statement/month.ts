/** A month is `YYYY-MM`, in UTC: the server uses UTC days. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

export const monthOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 7);

/** The month `count` months later; earlier if negative. */
export const monthAfter = (month: string, count: number): string => {
  const [year = "", number = ""] = month.split("-");
  return monthOf(Date.UTC(Number(year), Number(number) - 1 + count));
};

/** First and last day, `YYYY-MM-DD`. */
export const daysOf = (month: string): { readonly from: string; readonly to: string } => {
  const [year = "", number = ""] = month.split("-");
  return { from: `${month}-01`, to: new Date(Date.UTC(Number(year), Number(number), 0)).toISOString().slice(0, 10) };
};

/** `November 2026` */
export const nameMonth = (month: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** Why there is no statement of the month, in a sentence. Undefined if there is one. */
export const faultOfMonth = (month: string, current: string): string | undefined => {
  if (!MONTH.test(month) || month < "1970") return `“${month}” is no month, such as ${current}.`;
  return month > current ? `${nameMonth(month)} has not begun.` : undefined;
};

export const formatCount = (count: number, locale?: string): string => new Intl.NumberFormat(locale).format(count);

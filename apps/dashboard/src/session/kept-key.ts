/** The API key outlives a reload of this tab, and nothing else: no other tab, no restart, no other place. */
const NAME = "cenote.key";

export const readKey = (): string | undefined => sessionStorage.getItem(NAME) ?? undefined;
export const keepKey = (key: string): void => {
  sessionStorage.setItem(NAME, key);
};
export const forgetKey = (): void => {
  sessionStorage.removeItem(NAME);
};

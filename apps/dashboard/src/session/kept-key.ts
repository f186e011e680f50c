/** The API key is in `sessionStorage`: it survives a reload of this tab, but not its closing. */
const NAME = "cenote.key";

export const readKey = (): string | undefined => sessionStorage.getItem(NAME) ?? undefined;
export const keepKey = (key: string): void => {
  sessionStorage.setItem(NAME, key);
};
export const forgetKey = (): void => {
  sessionStorage.removeItem(NAME);
};

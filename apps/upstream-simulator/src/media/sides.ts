/** Width and height of a shape such as `16:9` whose longer side has this many pixels. */
export const sidesOf = (aspectRatio: string, longSide: number): readonly [number, number] => {
  const [wide = 1, high = 1] = aspectRatio.split(":").map(Number);
  const side = (part: number) => Math.round((longSide * part) / Math.max(wide, high));
  return [side(wide), side(high)];
};

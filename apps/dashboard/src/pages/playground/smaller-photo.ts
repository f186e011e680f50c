const SCALED: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);
/** Smaller files are sent unchanged. */
const MIN_BYTES = 500_000;
/** Providers themselves scale larger images down. */
const MAX_SIDE_PX = 2048;
const QUALITY = 0.85;

/**
 * A large photo as a JPEG of at most 2048 pixels a side. Any other file, and a photo that can't be drawn, is returned
 * unchanged.
 */
export const smallerPhoto = async (file: File): Promise<Blob> => {
  if (!SCALED.has(file.type) || file.size < MIN_BYTES) return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return file;
  }
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return file;
  // JPEG has no transparency, which would become black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, "image/jpeg", QUALITY);
  const scaled = await promise;
  return scaled === null || scaled.size >= file.size ? file : scaled;
};

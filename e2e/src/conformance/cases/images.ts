import { type Case, lastBody, whole } from "../case";

/** One pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const PICTURE_URL = "https://pictures.example.com/cat.png";

export const IMAGES: readonly Case[] = [
  {
    feature: "images by data URL",
    says: "the image reaches the provider unchanged",
    ways: ["complete"],
    async run(call) {
      whole(await call.ask("What do you see?", { imageUrl: `data:image/png;base64,${PIXEL}` }));
      expect(await lastBody(call)).toContain(PIXEL);
    },
  },
  {
    feature: "images by https URL",
    says: "the image's URL reaches the provider",
    needs: ["image_urls"],
    ways: ["complete"],
    async run(call) {
      whole(await call.ask("What do you see?", { imageUrl: PICTURE_URL }));
      expect(await lastBody(call)).toContain(PICTURE_URL);
    },
  },
];

import { type Case, lastBody, whole } from "../case";

/** An empty page. */
const PDF = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj trailer<</Root 1 0 R>>",
).toString("base64");

export const FILES: readonly Case[] = [
  {
    feature: "PDF files",
    says: "the file reaches the provider unchanged, with its name where the protocol has one",
    ways: ["complete"],
    async run(call) {
      whole(await call.ask("What does it say?", { pdf: { name: "empty.pdf", data: PDF } }));
      const body = await lastBody(call);
      expect(body).toContain(PDF);
      if (call.family.provider !== "google") expect(body).toContain("empty.pdf");
    },
  },
];

/** A field of a form, or a file. */
export type FormPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly bytes: Buffer; readonly contentType: string };

export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType);

const partOf = async (name: string, value: string | File): Promise<FormPart> =>
  typeof value === "string"
    ? { name, text: value }
    : { name, bytes: Buffer.from(await value.arrayBuffer()), contentType: value.type };

/** The parts of `multipart/form-data`, in order; empty if the body is not such a form. */
export const readForm = async (bytes: Buffer, contentType: string): Promise<readonly FormPart[]> => {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- it is deprecated for servers with larger bodies than these
    const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
    return await Promise.all([...form].map(([name, value]) => partOf(name, value)));
  } catch {
    return [];
  }
};

import type { FastifyInstance } from "fastify";
import type { ImagesBody } from "../../bodies/images/body";
import type { EditsBody } from "../../bodies/images/edits-body";
import type { Exchanges } from "../../server/calls/exchanges";
import { SAME_NAMES } from "../field-names";
import { unknownEditFields, unknownImageFields } from "../foreign-media-fields";
import { createImagesAnswer, type ImagesAnswerParts } from "./answer-images";
import { editBodies, editsDocument, generationsDocument } from "./document";
import { readEditForm } from "./edit-form";
import { editNamesOf } from "./edit-names";

export interface ImagesRouteParts extends ImagesAnswerParts {
  readonly exchanges: Exchanges;
}

/** Routes that generate images from a prompt, or from a prompt and images. */
export const addImagesRoutes = (server: FastifyInstance, { exchanges, ...parts }: ImagesRouteParts): void => {
  const answerWith = createImagesAnswer(parts);
  const onRequest = exchanges.admit;
  server.post<{ Body: ImagesBody }>(
    "/v1/images/generations",
    { schema: generationsDocument, config: { operation: "images" }, onRequest },
    answerWith(unknownImageFields, () => SAME_NAMES),
  );
  server.post<{ Body: EditsBody }>(
    "/v1/images/edits",
    {
      schema: editsDocument,
      config: { operation: "images", takesForm: true, documentedBody: editBodies },
      onRequest,
      preValidation: readEditForm,
    },
    answerWith(unknownEditFields, editNamesOf),
  );
};

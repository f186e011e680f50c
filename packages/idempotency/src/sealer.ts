import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts answers at rest, and recognises a repeated request without storing it. */
export interface Sealer {
  /** Id of the secret. Bytes that were sealed with another secret can't be opened. */
  readonly secretId: string;
  /** Keyed digest of a request. */
  fingerprint(request: Uint8Array): string;
  /** AES-256-GCM. @param id Id of the record: the bytes can't be opened under another. */
  seal(bytes: Uint8Array, id: string): Buffer;
  /** Throws if the bytes were changed, or sealed for another record or with another secret. */
  open(sealed: Buffer, id: string): Buffer;
}

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_ID_BYTES = 8;

/** @param secret Shared by all replicas; not stored. */
export const createSealer = (secret: string): Sealer => {
  const derive = (purpose: string, salt: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, salt, `cenote idempotency ${purpose} v1`, bytes));
  const fingerprintKey = derive("fingerprint", "", KEY_BYTES);
  // A key per record: however many records there are, no nonce repeats under one key.
  const keyOf = (id: string): Buffer => derive("answer", id, KEY_BYTES);

  return {
    secretId: derive("secret id", "", SECRET_ID_BYTES).toString("hex"),
    fingerprint: (request) => createHmac("sha256", fingerprintKey).update(request).digest("base64url"),
    seal(bytes, id) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, keyOf(id), nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(id));
      const sealed = [cipher.update(bytes), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    },
    open(sealed, id) {
      const body = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, keyOf(id), sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(id))
        .setAuthTag(sealed.subarray(NONCE_BYTES, body));
      return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()]);
    },
  };
};

/** The sealers of the current secret and, during a rotation, of the former one. */
export interface Sealers {
  readonly current: Sealer;
  /** Undefined for any other secret. */
  of(secretId: string): Sealer | undefined;
}

export const createSealers = (secret: string, former: string | undefined): Sealers => {
  const current = createSealer(secret);
  const all = [current, ...(former === undefined ? [] : [createSealer(former)])];
  return { current, of: (secretId) => all.find((sealer) => sealer.secretId === secretId) };
};

/** Id of a record. A digest, because the caller's key may contain anything. */
export const recordIdOf = (organizationId: string, holderId: string, key: string): string => {
  const owner = holderId === "" ? organizationId : `${organizationId}\0${holderId}`;
  return createHash("sha256").update(owner).update("\0").update(key).digest("base64url");
};

/** Writes bits, and H.264's variable-length numbers. */
export interface BitWriter {
  bits(value: number, count: number): void;
  /** Unsigned Exp-Golomb. */
  ue(value: number): void;
  /** Signed Exp-Golomb. */
  se(value: number): void;
  /** Zeros up to the next byte. */
  align(): void;
  /** The bytes, after the stop bit that ends a unit. */
  end(): Buffer;
}

export const createBitWriter = (): BitWriter => {
  const bytes: number[] = [];
  let used = 0;
  const bit = (value: number) => {
    if (used % 8 === 0) bytes.push(0);
    if (value !== 0) bytes[bytes.length - 1]! |= 0x80 >> (used % 8);
    used++;
  };
  const writer: BitWriter = {
    bits(value, count) {
      for (let place = count - 1; place >= 0; place--) bit((value >>> place) & 1);
    },
    ue(value) {
      const length = 32 - Math.clz32(value + 1);
      writer.bits(0, length - 1);
      writer.bits(value + 1, length);
    },
    se(value) {
      writer.ue(value > 0 ? 2 * value - 1 : -2 * value);
    },
    align() {
      used = bytes.length * 8;
    },
    end() {
      bit(1);
      writer.align();
      return Buffer.from(bytes);
    },
  };
  return writer;
};

/**
 * Histograms without their empty buckets: place and count by turns, places rising. All histograms have the same fixed
 * buckets, so adding counts place by place is exact, by any recorder and in any order.
 */
export type SparseCounts = Uint32Array;

export function toSparse(counts: Uint32Array): SparseCounts {
  const pairs: number[] = [];
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] ?? 0;
    if (count > 0) pairs.push(place, count);
  }
  return Uint32Array.from(pairs);
}

/** Makes these counts those that were sent. Places beyond them are left out. */
export function fillFromSparse(counts: Uint32Array, sparse: SparseCounts): void {
  counts.fill(0);
  for (let at = 0; at < sparse.length; at += 2) counts[sparse[at] ?? 0] = sparse[at + 1] ?? 0;
}

/** As text: the distance to the place before and the count, each in groups of seven bits (LEB128), in base64. */
export function packSparse(sparse: SparseCounts): string {
  const bytes: number[] = [];
  const put = (value: number) => {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  };
  let before = 0;
  for (let at = 0; at < sparse.length; at += 2) {
    const place = sparse[at] ?? 0;
    put(place - before);
    put(sparse[at + 1] ?? 0);
    before = place;
  }
  return Buffer.from(bytes).toString('base64');
}

/** Throws when the text is none of `packSparse`. */
export function unpackSparse(text: string): SparseCounts {
  const values: number[] = [];
  let value = 0;
  let weight = 1;
  for (const byte of Buffer.from(text, 'base64')) {
    value += (byte & 0x7f) * weight;
    weight *= 0x80;
    if (byte & 0x80) continue;
    if (value > 0xffffffff) throw new Error('a histogram holds a number beyond 32 bits');
    values.push(value);
    value = 0;
    weight = 1;
  }
  if (weight !== 1 || values.length % 2 !== 0) throw new Error('a histogram was cut off');
  for (let at = 2; at < values.length; at += 2) values[at] = (values[at] ?? 0) + (values[at - 2] ?? 0);
  return Uint32Array.from(values);
}

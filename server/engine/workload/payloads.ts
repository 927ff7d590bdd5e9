import type { Workload } from '../../../shared/contract/workload.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

export type Payload = string | Buffer;

const payloadsInRange = 256;
const mostBytes = 67_108_864;

/**
 * The payloads that a workload sends: one of a fixed size, or up to 256 (as many as fit into 64 MiB) with sizes
 * spread evenly over the range, its ends included. Text and JSON are printable ASCII, one byte a character; random bytes do
 * not compress.
 */
export function makePayloads(
  workload: Pick<Workload, 'data' | 'dataSize' | 'dataSizeRange' | 'seed'>,
): Payload[] {
  const random = randomFrom(workload.seed ^ 0x7061796c);
  return payloadSizes(workload).map((size) => {
    const bytes = Buffer.allocUnsafe(size);
    for (let at = 0; at < size; at++) bytes[at] = Math.floor(random() * 256);
    if (workload.data === 'random') return bytes;
    for (let at = 0; at < size; at++) bytes[at] = 97 + ((bytes[at] ?? 0) % 26);
    const letters = bytes.toString('latin1');
    return workload.data === 'json' ? jsonOf(letters) : letters;
  });
}

/** Characters of a value in a JSON text. */
const valueLength = 16;

/** JSON of just as many characters: an object of short texts; the smallest sizes have room for a number alone. */
function jsonOf(letters: string): string {
  const room = letters.length - '{"f":""}'.length;
  if (room < 0) return '1'.repeat(letters.length);
  let text = '{"f":"';
  for (let field = 0; ; field++) {
    const next = `","f${field}":"`;
    const left = letters.length - text.length - '"}'.length;
    if (left <= valueLength + next.length) return `${text}${letters.slice(0, left)}"}`;
    text += letters.slice(0, valueLength) + next;
  }
}

function payloadSizes({ dataSize, dataSizeRange }: Pick<Workload, 'dataSize' | 'dataSizeRange'>): number[] {
  if (!dataSizeRange) return [dataSize];
  const [smallest, largest] = dataSizeRange;
  const fitting = Math.max(2, Math.floor((2 * mostBytes) / (smallest + largest)));
  const count = Math.min(payloadsInRange, fitting, largest - smallest + 1);
  return Array.from({ length: count }, (_, index) =>
    count === 1 ? smallest : smallest + Math.round((index * (largest - smallest)) / (count - 1)),
  );
}

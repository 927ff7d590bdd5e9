import { cardLimits } from '../../../shared/limits.ts';
import { Refusal } from '../plugins/errors.ts';

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** The first chunk of a PNG: its length, its name, the width and the height. */
const header = Buffer.alloc(16);
header.writeUInt32BE(13, 0);
header.write('IHDR', 4, 'latin1');
header.writeUInt32BE(cardLimits.width, 8);
header.writeUInt32BE(cardLimits.height, 12);
const start = Buffer.concat([signature, header]);

/** Throws a Refusal for anything but a PNG of the size of a card. */
export function assertCard(body: unknown): asserts body is Buffer {
  if (Buffer.isBuffer(body) && body.subarray(0, start.length).equals(start)) return;
  const message = `The body must be a PNG of ${cardLimits.width} × ${cardLimits.height} pixels.`;
  throw new Refusal(400, { code: 'not_a_card', message });
}

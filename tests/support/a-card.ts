import { deflateSync } from 'node:zlib';
import { cardLimits } from '../../shared/limits.ts';

/** A white PNG, with as many bytes behind its end as are asked for. */
export function aCard({ width, height }: { width: number; height: number } = cardLimits, more = 0): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height, 0xff);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', size), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))],
    Buffer.alloc(more),
  ]);
}

/** The checksum at its end is 0: nobody here looks at it. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), content, Buffer.alloc(4)]);
}

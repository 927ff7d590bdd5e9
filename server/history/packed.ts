import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const [compress, expand] = [promisify(gzip), promisify(gunzip)];

/** A document as it is stored: JSON, compressed. Outside of the event loop, which others are being answered in. */
export const pack = (document: unknown): Promise<Buffer> => compress(JSON.stringify(document));

/** Throws when it is not what `pack` made. */
export const unpack = async (packed: Buffer): Promise<unknown> =>
  JSON.parse((await expand(packed)).toString('utf8'));

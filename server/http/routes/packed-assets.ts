import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';

const decompress = promisify(brotliDecompress);
const compress = promisify(gzip);

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** A packed asset, for a browser that does not take brotli: Chromium does not over plain HTTP from another machine. */
export interface UnpackedAsset {
  type: string;
  encoding: 'gzip' | null;
  content: Buffer;
}

/** Assets that are there as brotli alone, as in a package. Each is unpacked once, when it is first asked for so. */
export class PackedAssets {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #unpacked = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = folder;
    const packed = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.br')) : [];
    const names = packed.map((name) => name.slice(0, -'.br'.length));
    this.#names = new Set(names.filter((name) => !existsSync(join(folder, name))));
  }

  /** The asset of this name, by an encoding that is accepted; `null`: there is none. */
  async find(name: string, accepted: string): Promise<UnpackedAsset | null> {
    if (!this.#names.has(name)) return null;
    const encoding = /\bgzip\b/.test(accepted) ? 'gzip' : null;
    const key = `${name} ${encoding ?? ''}`;
    const unpacked = this.#unpacked.get(key) ?? this.#unpack(name, encoding);
    this.#unpacked.set(key, unpacked);
    return {
      type: types[extname(name)] ?? 'application/octet-stream',
      encoding,
      content: await unpacked,
    };
  }

  async #unpack(name: string, encoding: UnpackedAsset['encoding']): Promise<Buffer> {
    const plain = await decompress(await readFile(join(this.#folder, `${name}.br`)));
    return encoding === null ? plain : compress(plain);
  }
}

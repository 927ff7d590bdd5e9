import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LanePlan } from '../../shared/contract/plan.ts';
import { endWithProcess } from '../../server/redis/private/end-with-process.ts';
import { EncodedBatch } from '../../server/engine/resp/encode.ts';
import { CommandSource } from '../../server/engine/workload/command-source.ts';

const commandsPerWrite = 10_000;

export interface ProtocolFile {
  path: string;
  bytes: number;
  remove(): void;
}

/**
 * What a lane sends, byte for byte, in a temporary file: one SET for each of its requests. Throws where a workload
 * draws more than its keys.
 */
export function writeProtocolFile({ workload }: LanePlan, prefix: string): ProtocolFile {
  const source = new CommandSource({ workload, prefix, thread: 0, threads: 1 });
  const template = source.template();
  if (!template) throw new Error('only a workload of one command that draws nothing but keys can be a file');
  const encoded = new EncodedBatch(template, commandsPerWrite);
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-protocol-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  const forget = endWithProcess(remove);
  const path = join(folder, 'commands.resp');
  const file = openSync(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for (let left = workload.requests ?? 0; left > 0; left -= commandsPerWrite) {
      const size = Math.min(left, commandsPerWrite);
      for (let index = 0; index < size; index++) encoded.setKey(index, source.nextKey());
      const piece = encoded.take(size);
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
      bytes += piece.length;
    }
  } catch (error) {
    remove();
    throw error;
  } finally {
    closeSync(file);
  }
  return {
    path,
    bytes,
    remove: () => {
      remove();
      forget();
    },
  };
}

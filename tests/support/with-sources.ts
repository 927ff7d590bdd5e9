import { posix } from 'node:path';
import type { Frame } from '../../shared/contract/profile-trace.ts';
import type { Detecting } from '../../shared/profile/detect.ts';
import type { Exchange } from '../../shared/profile/exchanges.ts';
import type { TracedCommand } from '../../shared/profile/read-trace.ts';
import type { Sequence } from '../../shared/profile/runs.ts';
import type { SourceEvidence } from '../../shared/profile/source-evidence.ts';
import { diffOf } from '../../shared/profile/patch/diff.ts';
import { patchOf } from '../../shared/profile/patch/patch.ts';
import { orderOf } from '../../shared/profile/judge.ts';
import { editedPart } from '../../shared/profile/patch/text.ts';
import { evidenceOf, functionAt } from '../../shared/profile/source/evidence.ts';
import { SourceFile } from '../../shared/profile/source/source-file.ts';

/** Sources that need no disk, by their names. */
export function withSources(texts: Readonly<Record<string, string>>): Detecting {
  const files = new Map(Object.entries(texts).map(([file, text]) => [file, SourceFile.of(text, file)]));
  const sourceOf = (file: string) => files.get(file) ?? null;
  const reading = {
    sourceOf,
    isExtended: (name: string) => [...files.values()].some((source) => source?.extended.has(name)),
    importOf: ({ file }: SourceFile, path: string) => sourceOf(posix.join(posix.dirname(file), path)),
  };
  return {
    seesSites: true,
    evidenceOf: (run) => evidenceOf(run, reading),
    patchOf: (request) => patchOf(request, reading),
    diffOf: (patches) => diffOf(patches, (file) => texts[file] ?? null),
    functionOf: (frame) => functionAt(frame, reading),
    isIgnored: () => false,
  };
}

/** The source with the patch of its calls of `redis`, whatever a judge would find. */
export function patchIn(source: string, library = 'ioredis'): { text: string; diff: string; why: string } {
  const run = runIn(source, library);
  const reader = withSources({ 'a.ts': source });
  const order = orderOf([run], reader.evidenceOf(run) ?? missing());
  const made = reader.patchOf({ run, order, isReordered: () => false });
  if ('why' in made) return { text: source, diff: '', why: made.why };
  return { text: editedPart(source, made.edits), diff: reader.diffOf([made]), why: '' };
}

/** The evidence about the calls of `redis` in a source: as rounds of its loop, or one after another. */
export const evidenceIn = (source: string): SourceEvidence =>
  withSources({ 'a.ts': source }).evidenceOf(runIn(source)) ?? missing();

const missing = (): never => {
  throw new Error('The source cannot be parsed.');
};

function runIn(source: string, lib = 'ioredis'): Sequence {
  const isLoop = /\b(?:for|while|do)\b/.test(source);
  const places = source.split('\n').flatMap((line, index) =>
    [...line.matchAll(/redis\.(\w+)\(/g)].map(({ index: at, 1: name = '' }): Exchange => {
      const frames: Frame[] = [['a.ts', index + 1, at + 'redis.'.length + 1, 'f']];
      const commands = [{ n: name.toUpperCase(), deps: [] as number[], lib } as TracedCommand];
      return {
        ...{ commands, name, site: { frames, owner: 'app', key: JSON.stringify(frames) } },
        ...{ issuedMs: 0, sentMs: 0, repliedMs: 1, issuedTurn: 0, repliedTurn: 1 },
      };
    }),
  );
  const exchanges = isLoop ? [places, places, places].flat() : places;
  return { exchanges, period: places.length, form: isLoop ? 'loop' : 'line' };
}

import { onlyReads } from '../../commands/redis.ts';
import type { Patch, PatchRequest, NoPatch } from '../source-evidence.ts';
import { sendingFunction, stacksOf, type SourceFiles } from '../source/sending-function.ts';
import { SourceFile } from '../source/source-file.ts';
import { patchLine } from './line.ts';
import { patchLoop } from './loop.ts';
import { patchToMany } from './many.ts';
import { PatchNames } from './patch-names.ts';
import { editedPart } from './text.ts';
import { isNoPatch, refused, sentCallsOf } from './sent-calls.ts';

/** Makes the patch of a sequence whose commands do not need each other; or the reason why there is none. */
export function patchOf({ run, order, isReordered }: PatchRequest, files: SourceFiles): Patch | NoPatch {
  const unread: NoPatch = { why: 'unread', line: 0, name: '' };
  const carrier = sendingFunction(stacksOf(run, files), run);
  if (!carrier) return unread;
  const { source, node, loop } = carrier;
  if (/(?:^|\/)node_modules\//.test(source.file)) return { ...unread, why: 'package' };
  const units = sentCallsOf(carrier);
  if (isNoPatch(units)) return units;
  if (units.some(({ call }) => source.functionAround(call) !== node)) return unread;
  const patching = {
    source,
    units,
    order,
    names: new PatchNames(source, node, loop ?? units[0]?.call ?? node),
  };
  const made = loop
    ? (patchToMany(loop, patching, run.exchanges) ?? patchLoop(loop, patching))
    : patchLine(patching);
  if (isNoPatch(made)) return made;
  const { edits, trips } = made;
  // PatchNames that clash, and forms that nobody thought of.
  if (!SourceFile.of(editedPart(source.text, edits), source.file)) return refused('shape', source, node);
  const { stages, isRepeated } = { stages: [], isRepeated: false, ...made };
  const isReadOnly = run.exchanges.every(({ commands }) => commands.every(({ n }) => onlyReads(n)));
  if (loop && !isReadOnly && stages.some((stage) => stage > 1) && isReordered(stages))
    return refused('order', source, loop);
  return { file: source.file, edits, trips, ...(isRepeated ? { isRepeated: true } : {}) };
}

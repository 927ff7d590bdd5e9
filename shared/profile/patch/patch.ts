import { onlyReads } from '../../commands/redis.ts';
import type { Patch, PatchRequest, NoPatch } from '../source-evidence.ts';
import { sendingFunction, stacksOf, type SourceFiles } from '../source/sending-function.ts';
import { declarationsOf } from '../source/scopes.ts';
import { SourceFile } from '../source/source-file.ts';
import { effectsOf } from './effects.ts';
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
  const units = sentCallsOf(carrier, run.exchanges);
  if (isNoPatch(units)) return units;
  if (units.some(({ call }) => source.functionAround(call) !== node)) return unread;
  const own = effectsOf([node], source);
  if (['Promise', 'Array'].some((name) => own.declares.has(name) || declarationsOf(source.program).has(name)))
    return refused('shape', source, node);
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
  const after = SourceFile.of(editedPart(source.text, edits), source.file);
  if (!after || after.comments < source.comments) return refused('shape', source, node);
  const { stages, isRepeated } = { stages: [], isRepeated: false, ...made };
  const isReadOnly = run.exchanges.every(({ commands }) => commands.every(({ n }) => onlyReads(n)));
  if (loop && !isReadOnly && stages.some((stage) => stage > 1) && isReordered(stages))
    return refused('order', source, loop);
  return { file: source.file, edits, trips, ...(isRepeated ? { isRepeated: true } : {}) };
}

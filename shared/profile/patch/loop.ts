import type { NoPatch } from '../source-evidence.ts';
import type { LoopNode } from '../source/source-file.ts';
import { effectsOf, readsInFunctions } from './effects.ts';
import { sentAlone, isCounter, knownOf, type LoopPatch } from './loop-parts.ts';
import { patchBySplit } from './split-loop.ts';
import { endOfStatement, indentOf, semicolonAt, semicolonIn } from './text.ts';
import { isBare, isNoPatch, listAround, refused, type Patching } from './sent-calls.ts';

/** Sends the rounds of a loop together: the loop stays, and its replies are waited for behind it. */
export function patchLoop(loop: LoopNode, patching: Patching): LoopPatch | NoPatch {
  const { source } = patching;
  const parent = source.parentOf(loop);
  if (parent?.type === 'LabeledStatement' || (loop.type === 'ForOfStatement' && loop.await))
    return refused('shape', source, loop);
  const isDeclared = !('left' in loop) || loop.left.type === 'VariableDeclaration';
  if (!listAround(loop, source) || !isDeclared) return refused('shape', source, loop);
  const body = loop.body.type === 'BlockStatement' ? loop.body.body : [];
  if (body.some(({ type }) => /^(?:Function|Class)Declaration$/.test(type)))
    return refused('shape', source, loop);
  // A condition that another function changes needs the loop to wait.
  const { changes } = effectsOf([loop], source, knownOf(patching.units));
  const asked = 'test' in loop && loop.test ? effectsOf([loop.test], source) : null;
  const isOthers = (name: string) => source.reassigned.has(name) && !changes.has(name);
  if (asked && (asked.unseen.length > 0 || [...asked.reads].some(isOthers)))
    return refused('between', source, loop);
  // A function that runs later finds the value of a later round.
  const isLate = (name: string) => changes.has(name) && !isCounter(name, loop, body);
  for (const { sent, places, needs } of patching.units)
    if ([...readsInFunctions(sent, source), ...(places.length > 1 ? needs : [])].some(isLate))
      return refused('between', source, sent);
  const inPlace = patchInPlace(loop, patching);
  if (!isNoPatch(inPlace)) {
    const outer = source.loopAround(loop);
    const wider = outer && patchLoop(outer, patching);
    return wider && !isNoPatch(wider) && wider.isInPlace ? wider : { ...inPlace, isRepeated: outer !== null };
  }
  return patchBySplit(loop, patching);
}

/** The loop with `pending.push(CALL)` instead of `await CALL`, where no reply is used and nothing else waits. */
function patchInPlace(loop: LoopNode, patching: Patching): LoopPatch | NoPatch {
  const { source, units, order, names } = patching;
  for (const unit of units) {
    const statement = source.parentOf(unit.awaited);
    if (!statement || !isBare(statement, unit)) return refused('shape', source, unit.call);
    for (let at = source.parentOf(statement); at && at !== loop; at = source.parentOf(at))
      if (
        !/^(?:BlockStatement|IfStatement|SwitchStatement|SwitchCase|For(?:Of|In)?Statement|WhileStatement)$/.test(
          at.type,
        )
      )
        return refused('shape', source, unit.call);
  }
  if (units.length > 1 && order.waits.some((before) => before.length > 0))
    return refused('order', source, loop);
  const { unseen, waits, leaves } = effectsOf([loop], source, knownOf(units));
  const [first] = [...waits, ...leaves, ...unseen.filter(({ start }) => start > (units[0]?.call.end ?? 0))];
  if (first) return refused('between', source, first);
  const indent = indentOf(source, loop);
  const [end, to] = [semicolonIn(source), endOfStatement(source, loop)];
  const pending = names.fresh('pending');
  return {
    edits: [
      { start: loop.start, end: loop.start, text: `const ${pending} = []${end}\n${indent}` },
      ...units.map(({ awaited, sent }) => ({
        start: awaited.start,
        end: awaited.end,
        text: `${pending}.push(${source.textOf(sent)})`,
      })),
      { start: to, end: to, text: `\n${indent}await Promise.all(${pending})${semicolonAt(source, to)}` },
    ],
    ...sentAlone(units),
    ...{ isInPlace: true, isRepeated: false },
  };
}

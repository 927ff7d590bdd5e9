import { largest, smallest } from '../../statistics/extremes.ts';
import type { NoPatch } from '../source-evidence.ts';
import type { LoopNode, Node, SourceFile } from '../source/source-file.ts';
import { namesIn } from '../source/scopes.ts';
import { neededBy, partsBefore, sharedIn, withAliases } from './conflicts.ts';
import { declaredBy, effectsOf, haveCommon, mayThrow } from './effects.ts';
import { headOf, knownOf, type LoopPatch, type PlacedStatement } from './loop-parts.ts';
import { written } from './two-loops.ts';
import {
  isBare,
  isNoPatch,
  patternOf,
  refused,
  statementOf,
  type Patching,
  type SentCall,
} from './sent-calls.ts';

/** Two loops: the first one sends, the second one works with the replies, in the order of the first. */
export function patchBySplit(loop: LoopNode, patching: Patching): LoopPatch | NoPatch {
  const { source, units, order } = patching;
  const body = loop.body.type === 'BlockStatement' ? loop.body.body : [loop.body];
  const placed = placedIn(source, loop, body, units);
  if (isNoPatch(placed)) return placed;
  const known = knownOf(units);
  const head = headOf(loop);
  const sending = placed.filter(({ part }) => part === 'send');
  const using = placed.filter(({ part, isDivided }) => part === 'use' || isDivided);
  const awaited = new Set<Node>(units.map((unit) => unit.awaited));
  const send = effectsOf(
    [...head, ...sending.flatMap((one) => (one.isDivided ? [] : [one.node]))],
    source,
    known,
    awaited,
  );
  for (const unit of units) {
    const { reads, changes, unseen } = neededBy(unit, source);
    for (const name of reads) send.reads.add(name);
    for (const name of changes) send.changes.add(name);
    for (const one of unseen) send.unseen.push(one);
  }
  const use = effectsOf(
    using.map(({ node }) => node),
    source,
    known,
    new Set(using.flatMap((one) => one.units.map((unit) => unit.awaited))),
  );
  const ofLoop = new Set([...head, ...placed.map(({ node }) => node)].flatMap(declaredBy));
  const isShared = (names: ReadonlySet<string>) => new Set([...names].filter((name) => !ofLoop.has(name)));
  const changedByUse = withAliases(use.changes, source.functionAround(loop));
  const [changed] = [...changedByUse].filter((name) => send.reads.has(name) && !ofLoop.has(name));
  if (changed !== undefined) return { ...refused('between', source, loop), name: changed };
  const ofSend = isShared(send.changes);
  if (haveCommon(ofSend, use.reads) || haveCommon(ofSend, changedByUse))
    return refused('between', source, loop);
  const [unseen] = use.unseen;
  const shared = sharedIn(source.functionAround(loop), source);
  if (unseen && (send.unseen.length > 0 || haveCommon(isShared(send.reads), shared)))
    return refused('between', source, unseen);
  if (send.unseen[0] && haveCommon(isShared(use.reads), shared))
    return refused('between', source, send.unseen[0]);
  const [waiting] = use.waits;
  if (waiting) return refused('between', source, waiting);
  const leaving = use.leaves.find((one) => one.type !== 'ContinueStatement' || one.label);
  if (leaving) return refused('leaves', source, leaving);
  // A throw in a round would have kept back the writes of the next.
  const throwing =
    units.some(({ isWrite }) => isWrite) && using.find(({ node }) => mayThrow(node, source, known));
  if (throwing) return refused('between', source, throwing.node);
  const apart = placed.find(
    ({ isDivided, units: own }) =>
      isDivided &&
      own.length > 1 &&
      own.some(({ places }) => places.some((at) => (order.waits[at] ?? []).length > 0)),
  );
  if (apart) return refused('order', source, apart.node);
  return written({ loop, patching, placed, reads: use.reads, ofLoop, changes: send.changes });
}

function placedIn(
  source: SourceFile,
  loop: LoopNode,
  body: readonly Node[],
  units: readonly SentCall[],
): PlacedStatement[] | NoPatch {
  const unitsIn = new Map<Node, SentCall[]>();
  for (const unit of units) {
    const statement =
      loop.body.type === 'BlockStatement'
        ? statementOf(unit.awaited, source)
        : onlyStatement(unit, loop, source);
    if (!statement || !body.includes(statement)) return refused('apart', source, unit.call);
    unitsIn.set(statement, [...(unitsIn.get(statement) ?? []), unit]);
  }
  const known = knownOf(units);
  const indices = [...unitsIn.keys()].map((node) => body.indexOf(node));
  const [first, last] = [smallest(indices), largest(indices, 0)];
  const sends = body.filter((node, at) => at < last && /^(?:If|Variable)/.test(node.type));
  const needed = effectsOf(
    [...headOf(loop), ...units.map(({ sent }) => sent), ...sends],
    source,
    known,
  ).reads;
  const ofReplies = new Set<string>();
  const ofRound = new Set(
    [...headOf(loop), ...body].flatMap((node) => (node.type === 'VariableDeclaration' ? namesIn(node) : [])),
  );
  const isOfRound = (name: string) => ofRound.has(name);
  const placed: PlacedStatement[] = [];
  for (const [at, node] of body.entries()) {
    const own = unitsIn.get(node) ?? [];
    const effects = effectsOf([node], source, known);
    const add = (part: PlacedStatement['part'], isDivided = false) =>
      placed.push({ node, units: own, isDivided, part });
    const [unit] = own;
    for (const one of own) {
      const before = effectsOf(partsBefore(node, one), source, known);
      if (before.unseen[0] ?? before.waits[0]) return refused('between', source, node);
      if (haveCommon(before.changes, needed) || haveCommon(before.declares, needed))
        return refused('between', source, node);
    }
    if (unit) {
      const isKept = own.length === 1 && (isBare(node, unit) || patternOf(node, unit) !== null);
      const isOwn = [...effects.changes].every((name) => isOfRound(name));
      const isMade =
        at < last && isOwn && (node.type === 'VariableDeclaration' || haveCommon(effects.changes, needed));
      if (isKept || isMade) {
        add('send');
        for (const name of effects.declares) ofReplies.add(name);
      } else if (!(
        at < last &&
        (haveCommon(effects.changes, needed) || haveCommon(effects.declares, needed))
      ))
        add('send', true);
      else return refused('shape', source, node);
    } else if (effects.waits[0]) return refused('between', source, effects.waits[0]);
    else if (at < last) {
      const isGuard =
        at < first &&
        node.type === 'IfStatement' &&
        !placed.some(({ part }) => part === 'use') &&
        effects.leaves.every((one) => /^(?:Break|Continue)/.test(one.type) && !('label' in one && one.label));
      if (effects.leaves[0] && !isGuard) return refused('leaves', source, effects.leaves[0]);
      const isNeeded = haveCommon(effects.changes, needed) || haveCommon(effects.declares, needed);
      if (node.type === 'VariableDeclaration' || isGuard || isNeeded) {
        if (effects.unseen[0] && (isGuard || isNeeded || at > first))
          return refused('between', source, effects.unseen[0]);
        add('send');
        for (const name of effects.declares) if (haveCommon(effects.reads, ofReplies)) ofReplies.add(name);
      } else add('use');
    } else if (haveCommon(effects.changes, needed) && !haveCommon(effects.reads, ofReplies)) {
      const isAfterLeave = placed.some(
        (one) => one.part === 'use' && effectsOf([one.node], source).leaves.length > 0,
      );
      if (isAfterLeave || effects.unseen[0] || effects.leaves[0]) return refused('between', source, node);
      add('send');
    } else add('use');
  }
  return placed;
}

/** The body of `for (…) BODY`, if it surely evaluates the unit. */
function onlyStatement({ awaited }: SentCall, { body }: LoopNode, source: SourceFile): Node | null {
  for (let at = source.parentOf(awaited); at; at = source.parentOf(at)) {
    if (at === body) return body.type === 'ExpressionStatement' ? body : null;
    if (/Statement$|Function|^(?:Conditional|Logical)/.test(at.type)) return null;
  }
  return null;
}

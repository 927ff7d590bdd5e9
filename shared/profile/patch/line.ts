import { largest } from '../../statistics/extremes.ts';
import type { NoPatch } from '../source-evidence.ts';
import type { Node, SourceFile } from '../source/source-file.ts';
import { neededBy, partsBefore, sharedIn, withAliases } from './conflicts.ts';
import { effectsOf, haveCommon, mayThrow, type Effects } from './effects.ts';
import {
  endOfStatement,
  hasLongText,
  indentOf,
  linesOf,
  nameInstead,
  removalOf,
  semicolonAt,
  shifted,
  stepOf,
  type Edit,
} from './text.ts';
import type { PatchNames } from './patch-names.ts';
import {
  isBare,
  isNoPatch,
  isTyped,
  listAround,
  patternOf,
  refused,
  statementOf,
  type Patching,
  type SentCall,
} from './sent-calls.ts';

/** Units that are sent together, in place of the first of them. */
interface Group {
  anchor: Node;
  units: SentCall[];
  /** Declarations that are moved before it. */
  moved: Set<Node>;
  /** It may be sent before the rest of its statement, so that others may join it. */
  isOpen: boolean;
}

export interface Grouped {
  edits: Edit[];
  /** Round trips of a round, as far as they are sent by these units. */
  trips: number;
}

/** Columns that a line of the patch has at most, where it can be divided. */
const widest = 110;

/** Sends commands that stand one after another together, as far as their order lets them. */
export function patchLine(patching: Patching): Grouped | NoPatch {
  const { source, units } = patching;
  const list = commonList(source, units);
  if (!list) return apart(source, units);
  const direct = units.filter((unit) => {
    const statement = statementOf(unit.awaited, source);
    return statement !== null && list.includes(statement);
  });
  return groupedIn(list, direct, patching);
}

/** The list of statements with most of the units, if two of them stand in one. */
function commonList(source: SourceFile, units: readonly SentCall[]): readonly Node[] | null {
  const counts = new Map<readonly Node[], number>();
  for (const { awaited } of units) {
    const statement = statementOf(awaited, source);
    const list = statement && listAround(statement, source);
    if (list) counts.set(list, (counts.get(list) ?? 0) + 1);
  }
  const [[list, count] = [null, 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  return count > 1 ? list : null;
}

const apart = (source: SourceFile, [first, second]: readonly SentCall[]): NoPatch => {
  const node = second ?? first;
  return node ? refused('apart', source, node.call) : { why: 'unread', line: 0, name: '' };
};

/** Groups units whose statements stand in a list. */
export function groupedIn(
  list: readonly Node[],
  direct: readonly SentCall[],
  { source, units: all, order, names }: Patching,
): Grouped | NoPatch {
  const known = new Set(direct.flatMap(({ call, awaited }): Node[] => [call, awaited]));
  const place = { list, source, known };
  const groups: Group[] = [];
  const groupOf = new Map<number, number>();
  let refusal: NoPatch | null = null;
  for (const unit of direct) {
    const statement = statementOf(unit.awaited, source);
    if (!statement) continue;
    const least = largest(
      unit.places.flatMap((place) => [
        ...(order.waits[place] ?? []).map((at) => (groupOf.get(at) ?? -1) + 1),
        ...(order.follows[place] ?? []).map((at) => groupOf.get(at) ?? 0),
      ]),
      0,
    );
    let chosen = -1;
    let moved = new Set<Node>();
    for (let at = groups.length - 1; at >= least; at--) {
      const group = groups[at];
      if (!group?.isOpen) break;
      const moving = movingTo(group, unit, statement, place);
      if (isNoPatch(moving)) {
        refusal ??= moving;
        break;
      }
      [chosen, moved] = [at, moving];
    }
    const group = groups[chosen];
    if (group) {
      group.units.push(unit);
      for (const one of moved) group.moved.add(one);
    } else {
      const isOpen = !isNoPatch(movingTo({ anchor: statement, moved, units: [] }, unit, statement, place));
      chosen = groups.push({ anchor: statement, units: [unit], moved: new Set(), isOpen }) - 1;
    }
    for (const place of unit.places) groupOf.set(place, chosen);
  }
  const sizesOf = (units: readonly SentCall[]) => units.map(({ places }) => places.length);
  const saved = sumOf(groups.map(({ units }) => sumOf(sizesOf(units)) - largest(sizesOf(units), 0)));
  if (saved === 0) return refusal ?? apart(source, all);
  return {
    edits: groups.filter(({ units }) => units.length > 1).flatMap((group) => textOf(group, source, names)),
    trips: sumOf(sizesOf(all)) - saved,
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

interface Place {
  list: readonly Node[];
  source: SourceFile;
  known: ReadonlySet<Node>;
}

/** The declarations that must move with a unit to a group; or what keeps it where it is. */
function movingTo(
  { anchor, moved, units }: Pick<Group, 'anchor' | 'moved' | 'units'>,
  unit: SentCall,
  statement: Node,
  { list, source, known }: Place,
): Set<Node> | NoPatch {
  const needed = neededBy(unit, source);
  const along = new Set<Node>();
  const around = source.functionAround(unit.call);
  const shared = sharedIn(around, source);
  const own = effectsOf(partsBefore(statement, unit), source, known);
  if (
    own.unseen.length + own.waits.length > 0 ||
    haveCommon(own.changes, needed.reads) ||
    haveCommon(own.declares, needed.reads) ||
    haveCommon(needed.changes, own.reads)
  )
    return refused('between', source, own.unseen[0] ?? unit.call);
  for (let at = list.indexOf(statement) - 1; at >= list.indexOf(anchor); at--) {
    const other = list[at];
    if (!other) break;
    if (moved.has(other)) continue;
    const effects = effectsOf([other], source, known);
    // Arguments of one group are computed in the order of the source.
    if (units.some((one) => isWholly(other, one)) && !haveCommon(effects.declares, needed.reads)) continue;
    if (effects.leaves[0]) return refused('leaves', source, effects.leaves[0]);
    if (effects.waits[0]) return refused('between', source, effects.waits[0]);
    if (isMovable(other, effects, source) && haveCommon(effects.declares, needed.reads)) {
      along.add(other);
      for (const name of effects.reads) needed.reads.add(name);
      continue;
    }
    const changes = withAliases(effects.changes, around);
    if (haveCommon(effects.declares, needed.reads) || haveCommon(changes, needed.reads))
      return refused('between', source, other);
    if (haveCommon(needed.changes, effects.reads) || haveCommon(needed.changes, changes))
      return refused('order', source, unit.call);
    if (effects.unseen[0] && (needed.unseen.length > 0 || haveCommon(shared, needed.reads)))
      return refused('between', source, effects.unseen[0]);
    if (needed.unseen[0] && haveCommon(shared, effects.reads)) return refused('between', source, other);
    // A throw between would have kept a write back.
    if (unit.isWrite && mayThrow(other, source, known)) return refused('between', source, other);
  }
  return along;
}

/** A declaration that changes nothing, whose names get no other value. */
const isMovable = (node: Node, { changes, unseen, declares }: Effects, source: SourceFile): boolean =>
  node.type === 'VariableDeclaration' &&
  changes.size === 0 &&
  unseen.length === 0 &&
  (node.kind === 'const' || ![...declares].some((name) => source.reassigned.has(name)));

/** The edits that send a group together. */
function textOf({ anchor, units, moved }: Group, source: SourceFile, names: PatchNames): Edit[] {
  const edits: Edit[] = [];
  const indent = indentOf(source, anchor);
  const step = stepOf(source);
  const end = semicolonAt(source, endOfStatement(source, anchor));
  const list = listAround(anchor, source) ?? [];
  const parts = units.map((unit) => {
    const statement = statementOf(unit.awaited, source) ?? anchor;
    const pattern = patternOf(statement, unit);
    // A pattern of an object throws where the reply is nothing: not before what stands above it.
    const isInOrder =
      pattern?.type === 'Identifier' ||
      list
        .slice(list.indexOf(anchor), list.indexOf(statement))
        .every((one) => moved.has(one) || units.some((other) => isWholly(one, other)));
    const isGone = isBare(statement, unit) || (pattern !== null && !isTyped(pattern) && isInOrder);
    const lines = linesOf(source, statement);
    const written = source.textOf(unit.sent);
    const isFixed = hasLongText(unit.sent);
    if (!isGone) {
      const name = names.fresh(nameFor(unit, source));
      edits.push(nameInstead(source, unit.awaited, name));
      return { name, sent: written, isFixed, above: '', behind: '', isInstead: false };
    }
    const isAnchor = statement === anchor;
    if (!isAnchor) edits.push(removalOf(source, statement));
    return {
      name: pattern ? source.textOf(pattern) : '',
      ...{ sent: written, isFixed, isInstead: isAnchor },
      above: isAnchor ? '' : source.text.slice(lines.start, statement.start).trim(),
      behind: isAnchor ? '' : source.text.slice(endOfStatement(source, statement), lines.end).trim(),
    };
  });
  const declared = [...moved]
    .toSorted((one, other) => one.start - other.start)
    .map((node) => {
      const lines = linesOf(source, node);
      edits.push(removalOf(source, node));
      return source.text.slice(lines.start, lines.end).trim();
    });
  const text = [...declared, sentTogether(parts, { indent, step, end })].join(`\n${indent}`);
  edits.push(
    parts.some(({ isInstead }) => isInstead)
      ? { start: anchor.start, end: endOfStatement(source, anchor), text }
      : { start: anchor.start, end: anchor.start, text: `${text}\n${indent}` },
  );
  return edits;
}

/** True where a statement is nothing but a call that is sent elsewhere now. */
const isWholly = (statement: Node, unit: SentCall): boolean =>
  isBare(statement, unit) || patternOf(statement, unit) !== null;

interface Part {
  /** The pattern of its reply; empty: nobody needs it. */
  name: string;
  sent: string;
  /** It has a text over several lines, which stays as it is. */
  isFixed: boolean;
  /** The comments above and behind it. */
  above: string;
  behind: string;
}

interface Layout {
  indent: string;
  step: string;
  end: string;
}

function sentTogether(parts: readonly Part[], { indent, step, end }: Layout): string {
  const names = parts.map(({ name }) => name);
  while (names.at(-1) === '') names.pop();
  const head = names.length === 0 ? 'await' : `const [${names.join(', ')}] = await`;
  const short = `${head} Promise.all([${parts.map(({ sent }) => sent).join(', ')}])${end}`;
  const isShort = parts.every(
    ({ above, behind, sent }) => `${above}${behind}` === '' && !sent.includes('\n'),
  );
  if (isShort && indent.length + short.length <= widest) return short;
  const inner = `${indent}${step}`;
  const rows = parts.map(({ sent, isFixed, above, behind }) =>
    [
      ...(above === '' ? [] : [above]),
      `${isFixed ? sent : shifted(sent, step)},${behind === '' ? '' : ` ${behind}`}`,
    ]
      .map((row) => `${inner}${row}`)
      .join('\n'),
  );
  return `${head} Promise.all([\n${rows.join('\n')}\n${indent}])${end}`;
}

/** `userReply` of `user = await …`; else `reply`. */
export function nameFor({ awaited }: SentCall, source: SourceFile): string {
  const parent = source.parentOf(awaited);
  const target =
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : parent?.type === 'AssignmentExpression'
        ? parent.left
        : null;
  if (target?.type === 'Identifier') return `${target.name}Reply`;
  if (parent?.type === 'Property' && parent.key.type === 'Identifier') return parent.key.name;
  return 'reply';
}

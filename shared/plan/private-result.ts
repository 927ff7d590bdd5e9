import type { Plan } from '../contract/plan.ts';
import type { Result } from '../contract/result.ts';
import type { TextFields } from './text-fields.ts';
import { ownLines } from '../commands/custom-words.ts';
import { leftOut } from './left-out.ts';
import sharedFields from './shared-fields.ts';

/** Targets that every Roundtrip has. */
const ours = ['embedded', 'cluster', 'embedded-cluster'];

/** Plan and measured lanes of a document: their targets and files are hidden in names. */
export interface Names {
  plan?: Pick<Plan, 'lanes' | 'target'> | undefined;
  lanes?: Result['lanes'];
}

/** A result without its private texts, as its schema marks them. It is still a result. */
export function resultWithoutPrivate(result: Result): Result {
  const reduced = withoutPrivateTexts(result, sharedFields.run, result);
  return {
    ...reduced,
    lanes: reduced.lanes.map(({ byCommand, ...lane }, place) => {
      const sent = result.plan.lanes[place]?.workload ?? result.plan.workload;
      const isOwn = result.plan.written !== undefined || ownLines(sent).length > 0;
      return {
        ...lane,
        ...(byCommand && !isOwn ? { byCommand } : {}),
        error: lane.error && { ...lane.error, message: lane.error.code ?? lane.error.name },
      };
    }),
  };
}

/** A copy of a document in which no text is private. What its schema does not name is. */
export function withoutPrivateTexts<T>(document: T, fields: TextFields | null, names: Names): T {
  const nameOf = publicNames(names);
  const textOf = (text: string, treatment: TextFields): string => {
    if (treatment === 'open') return text;
    if (treatment === 'name') return nameOf(text);
    if (treatment === 'class') return isOfServer.test(text) ? text : 'Error';
    return ours.includes(text) ? text : leftOut;
  };
  const copyOf = (value: unknown, by: TextFields): unknown => {
    if (typeof value === 'string') return textOf(value, typeof by === 'string' ? by : (by[''] ?? 'private'));
    if (Array.isArray(value)) return value.map((one) => copyOf(one, by));
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value)) {
      const field = typeof by === 'string' ? 'private' : (by[name] ?? by['*'] ?? 'private');
      const shown = typeof by === 'object' && by['#'] ? textOf(name, by['#']) : name;
      const before = copy[shown];
      if (field === 'removed') continue;
      if (typeof before === 'number' && typeof inner === 'number') copy[shown] = before + inner;
      else copy[shown] = field === 'null' ? null : copyOf(inner, field);
    }
    return copy;
  };
  return copyOf(document, fields ?? 'private') as T;
}

/** Classes that servers, the system and Roundtrip give; user code writes names of its own in another form. */
const isOfServer = /^(?:[A-Z][A-Z\d_]*|unknown|timeout|library timeout|unexpected reply|connection lost)$/;

/** Ids of lanes that a private name is in become numbers; in other texts private names are hidden. */
function publicNames({ plan, lanes = [] }: Names): (text: string) => string {
  const planned = plan?.lanes ?? [];
  const targets = [
    plan?.target,
    ...planned.map(({ target }) => target),
    ...lanes.map(({ target }) => target?.id),
  ];
  const files = planned.flatMap(({ file }) => (file === undefined ? [] : [file, file.replace(/\.\w+$/, '')]));
  const hidden = [...new Set([...targets, ...files])].filter(
    (name) => name !== undefined && !ours.includes(name),
  ) as string[];
  if (hidden.length === 0) return (text) => text;
  // The shorter of two names may stand in the longer one, and leave the rest of it to be read.
  const longestFirst = hidden
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${longestFirst.join('|')})(?![\\p{L}\\d])`, 'giu');
  const hide = (text: string) => text.replace(pattern, leftOut);
  // An id is made of its target's name without some of its characters.
  const ids = new Map(
    planned.flatMap(({ id, target, file }, place) =>
      (target === undefined || ours.includes(target)) && file === undefined && hide(id) === id
        ? []
        : [[id, `lane-${place + 1}`]],
    ),
  );
  return (text) => ids.get(text) ?? hide(text);
}

/** Whether anything was left out. */
export const differs = (whole: unknown, reduced: unknown): boolean =>
  JSON.stringify(whole) !== JSON.stringify(reduced);

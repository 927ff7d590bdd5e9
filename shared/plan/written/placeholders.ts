/** What a line of a written unit leaves to the moment in which it is sent. */
export type Placeholder =
  /** The number of the unit, from 0; with `of`, its remainder. */
  | { is: 'unit'; of?: number }
  /** Which of the repeats it is, from 0. */
  | { is: 'repeat' }
  /** A whole number from 0, below `below`. */
  | { is: 'random'; below: number }
  /** So many bytes. */
  | { is: 'data'; bytes: number }
  /** An earlier reply, or the field or entry of it. */
  | { is: 'reply'; name: string; field?: string; entry?: number | 'repeat' };

/** A word, in parts: texts, and what stands for something. */
export type WordPart = string | Placeholder;

interface Unreadable {
  is: 'wrong';
  text: string;
}

/** Most that a placeholder counts to, and of the bytes of one word. */
const mostCounted = 1_000_000_000;
const mostData = 1_048_576;

/** Names that no reply can have. */
export const ownNames: readonly string[] = ['i', 'n', 'random', 'data'];

const inside = /\$\{([^}]*)\}/;

/** The parts of a word; a placeholder that nobody can read is a `wrong` part. */
export function partsOf(word: string): (WordPart | Unreadable)[] {
  return word.split(/(\$\{[^}]*\}?)/).flatMap((part): (WordPart | Unreadable)[] => {
    if (part === '') return [];
    if (!part.startsWith('${')) return [part];
    const [, text] = inside.exec(part) ?? [];
    return [(text === undefined ? null : placeholderOf(text)) ?? { is: 'wrong', text: part }];
  });
}

function placeholderOf(text: string): Placeholder | null {
  if (text === 'n') return { is: 'repeat' };
  const [, isUnit, remainder] = /^(i)(?:%(\d+))?$/.exec(text) ?? [];
  if (isUnit !== undefined)
    return remainder === undefined
      ? { is: 'unit' }
      : within(remainder, mostCounted, (of) => ({ is: 'unit', of }));
  const [, name = '', argument = ''] = /^(random|data)\((\d+)\)$/.exec(text) ?? [];
  if (name === 'random') return within(argument, mostCounted, (below) => ({ is: 'random', below }));
  if (name === 'data') return within(argument, mostData, (bytes) => ({ is: 'data', bytes }));
  const [, reply, field, entry] = /^([A-Za-z]\w{0,39})(?:\.([\w-]{1,80})|\[(\d{1,6}|n)\])?$/.exec(text) ?? [];
  if (reply === undefined || ownNames.includes(reply)) return null;
  return {
    ...{ is: 'reply', name: reply },
    ...(field === undefined ? {} : { field }),
    ...(entry === undefined ? {} : { entry: entry === 'n' ? 'repeat' : Number(entry) }),
  };
}

function within<T>(digits: string, most: number, make: (value: number) => T): T | null {
  const value = Number(digits);
  return value >= 1 && value <= most ? make(value) : null;
}

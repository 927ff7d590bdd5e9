/** A word of JavaScript or TypeScript, as far as the flow of values needs it. */
export interface SourceToken {
  type: 'word' | 'text' | 'sign';
  text: string;
  start: number;
  end: number;
  /** Of a bracket: the index of its partner; -1: it has none. */
  partner: number;
  /** The index of the bracket that it stands in; -1: in none. */
  inside: number;
  /** Whether it is the first of its line. */
  leads: boolean;
}

const signs = [
  '>>>=',
  '...',
  '===',
  '!==',
  '**=',
  '<<=',
  '>>=',
  '&&=',
  '||=',
  '??=',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '**',
];
const wordAt = /[\p{L}_$#][\p{L}\p{N}_$]*/uy;
const numberAt = /\d[\w.]*/y;
const commentAt = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const regexAt = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const opens: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '${': '}' };

/** Cuts a source into tokens, without comments. Text that is no JavaScript gives some tokens, and no error. */
export function sourceTokens(source: string): SourceToken[] {
  const tokens: SourceToken[] = [];
  const open: number[] = [];
  let leads = true;
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? null;
  };
  const push = (type: SourceToken['type'], text: string) => {
    tokens.push({
      type,
      text,
      start: at,
      end: at + text.length,
      partner: -1,
      inside: open.at(-1) ?? -1,
      leads,
    });
    leads = false;
    at += text.length;
  };
  const template = () => {
    let end = at;
    while (end < source.length && source[end] !== '`' && !(source[end] === '$' && source[end + 1] === '{'))
      end += source[end] === '\\' ? 2 : 1;
    if (end > at) push('text', source.slice(at, end));
    if (source[at] === '$') bracket('${');
    else at++;
  };
  const bracket = (sign: string) => {
    if (sign in opens) {
      push('sign', sign);
      open.push(tokens.length - 1);
      return;
    }
    const opener = open.pop();
    push('sign', sign);
    if (opener === undefined) return;
    const [from, to] = [tokens[opener], tokens.at(-1)];
    if (!from || !to) return;
    from.partner = tokens.length - 1;
    to.partner = opener;
    to.inside = from.inside;
    if (from.text === '${') template();
  };
  while (at < source.length) {
    const character = source[at] ?? '';
    if (/\s/.test(character)) {
      if (character === '\n') leads = true;
      at++;
      continue;
    }
    const comment = match(commentAt);
    if (comment !== null) {
      leads ||= comment.includes('\n');
      at += comment.length;
      continue;
    }
    const word = match(wordAt) ?? match(numberAt);
    if (word !== null) push('word', word);
    else if (character === '"' || character === "'") push('text', quoted(source, at, character));
    else if (character === '`') {
      at++;
      template();
    } else if ('()[]{}'.includes(character)) bracket(character);
    else {
      const regex = character === '/' && beginsExpression(tokens.at(-1)) ? match(regexAt) : null;
      if (regex !== null) push('text', regex);
      else push('sign', signs.find((sign) => source.startsWith(sign, at)) ?? character);
    }
  }
  return tokens;
}

function quoted(source: string, from: number, quote: string): string {
  let end = from + 1;
  while (end < source.length && source[end] !== quote && source[end] !== '\n')
    end += source[end] === '\\' ? 2 : 1;
  return source.slice(from, end + 1);
}

/** Whether a slash behind this token begins a regular expression. */
const beginsExpression = (before: SourceToken | undefined): boolean =>
  before === undefined ||
  (before.type === 'sign' && !')]}'.includes(before.text)) ||
  (before.type === 'word' && ['return', 'typeof', 'case', 'in', 'of', 'await'].includes(before.text));

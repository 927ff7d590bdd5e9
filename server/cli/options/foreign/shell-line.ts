import { UsageError } from '../../exit-codes.ts';

/** A word, or what a shell reads as more than a text: `|`, `&&`, `>`, the end of a line. */
export interface ShellPart {
  is: 'word' | 'operator';
  text: string;
  /** The part that only a shell could work out, as in `$HOST`; absent: none. */
  unclear?: string;
}

/**
 * Splits a line as a shell does: blanks part words, quotes hold them together, a backslash takes the next as it is.
 * `open` hears of what is left behind a quote that is not closed.
 */
export function splitLine(line: string, open: (rest: string) => void = () => undefined): string[] {
  return new Reader(line, { isShell: false, open }).parts().map(({ text }) => text);
}

/**
 * The same with what a shell does beyond that. Throws UsageError for a quote that is not closed, for lines of other shells,
 * and for values that are left to fill in.
 */
export const shellParts = (line: string): ShellPart[] =>
  new Reader(line, {
    isShell: true,
    open: () => {
      throw new UsageError('a quote is not closed in this line');
    },
  }).parts();

const operator = /(?:\d*(?:>>|>&\d|>\||>|<<<|<<|<)|&>>?|&&|\|\||\|&|[|&;()\n])/y;
const variables = /\$(?:\w+|[@*#?!-]|\{[^}]*\}?|\((?=.|$)|'[^']*'?)/sy;
const blank = /<[A-Za-z][\w .:-]*>/y;
const otherShell = /([\^`])[ \t]*(?:\r?\n|$)/y;

class Reader {
  readonly #line: string;
  readonly #isShell: boolean;
  readonly #open: (rest: string) => void;
  readonly #parts: ShellPart[] = [];
  #at = 0;
  /** Absent between words: a word may be empty, where it is quoted. */
  #word: string | null = null;
  #unclear: string | null = null;

  constructor(line: string, { isShell, open }: { isShell: boolean; open: (rest: string) => void }) {
    this.#line = line;
    this.#isShell = isShell;
    this.#open = open;
  }

  parts(): ShellPart[] {
    while (this.#at < this.#line.length) this.#step(this.#line[this.#at] ?? '');
    this.#endWord();
    return this.#parts;
  }

  #step(letter: string): void {
    if (this.#isShell && this.#shell(letter)) return;
    if (/\s/.test(letter)) {
      this.#endWord();
      this.#at++;
    } else if (letter === '"' || letter === "'") this.#quoted(letter);
    else if (letter === '\\') this.#escaped();
    else {
      this.#add(letter);
      this.#at++;
    }
  }

  /** Reads what means more than itself to a shell; false where nothing does. */
  #shell(letter: string): boolean {
    const end = this.#match(otherShell);
    if (end)
      throw new UsageError(
        `a line that ends with ${end.trim()} is of ${end.startsWith('^') ? 'cmd.exe' : 'PowerShell'}: write it as one line`,
      );
    const toFill = this.#match(blank);
    if (toFill !== null) throw new UsageError(`write a value in place of ${toFill}`);
    if (this.#workedOut()) return true;
    if (letter === '#' && this.#word === null) {
      const rest = this.#line.indexOf('\n', this.#at);
      this.#at = rest < 0 ? this.#line.length : rest;
      return true;
    }
    // A number before > is that of a file, where it is no part of a word.
    const found = this.#word === null || !/\d/.test(letter) ? this.#match(operator) : null;
    if (found === null) return false;
    this.#endWord();
    this.#parts.push({ is: 'operator', text: found });
    this.#at += found.length;
    return true;
  }

  /** Takes in what a shell would put something else for; false where there is nothing of the kind. */
  #workedOut(): boolean {
    const variable = this.#match(variables);
    const command = this.#line[this.#at] === '`' ? this.#to('`') : null;
    const text = variable === '$(' ? this.#toParenthesis() : (variable ?? command);
    if (text === null) return false;
    // A command in a line may hold a password.
    this.#unclear ??= variable === '$(' ? '$(…)' : command === null ? text : '`…`';
    this.#add(text);
    this.#at += text.length;
    return true;
  }

  #to(end: string): string {
    const at = this.#line.indexOf(end, this.#at + 1);
    return this.#line.slice(this.#at, at < 0 ? undefined : at + 1);
  }

  #toParenthesis(): string {
    let depth = 0;
    for (let at = this.#at; at < this.#line.length; at++) {
      if (this.#line[at] === '(') depth++;
      if (this.#line[at] === ')' && --depth === 0) return this.#line.slice(this.#at, at + 1);
    }
    return this.#line.slice(this.#at);
  }

  #quoted(quote: string): void {
    const start = this.#at++;
    this.#add('');
    while (this.#at < this.#line.length) {
      const letter = this.#line[this.#at] ?? '';
      if (letter === quote) {
        this.#at++;
        return;
      }
      if (quote === '"' && this.#isShell && this.#workedOut()) continue;
      const next = this.#line[this.#at + 1] ?? '';
      if (quote === '"' && letter === '\\' && /["\\$`\n]/.test(next)) {
        if (next !== '\n') this.#add(next);
        this.#at++;
      } else this.#add(letter);
      this.#at++;
    }
    this.#word = null;
    this.#open(this.#line.slice(start));
  }

  #escaped(): void {
    const end = /\\\r?\n/y;
    end.lastIndex = this.#at;
    const [continued] = end.exec(this.#line) ?? [];
    const next = this.#line[this.#at + 1];
    if (continued === undefined && next !== undefined) this.#add(next);
    this.#at += continued?.length ?? 2;
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word !== null)
      this.#parts.push({
        ...{ is: 'word', text: this.#word },
        ...(this.#unclear === null ? {} : { unclear: this.#unclear }),
      });
    this.#word = null;
    this.#unclear = null;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#line)?.[0] ?? null;
  }
}

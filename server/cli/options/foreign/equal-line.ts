import { shellLine } from '../../../../shared/plan/command-lines/words.ts';
import { UsageError } from '../../exit-codes.ts';

/** Where another tool's line sends its load. */
interface Place {
  host: string;
  port: string;
  socket: string | null;
  user: string;
  password: string;
  database: string;
  tls: boolean;
  cluster: boolean;
  files: [name: string, file: string][];
}

/** What a line of another tool is in the words of `bench`, gathered option by option. */
export class EqualLine {
  readonly #place: Partial<Place> = {};
  /** A later word for an option replaces an earlier one. */
  readonly #words = new Map<string, string | null>();
  /** In what the run differs from the tool's, a sentence each. */
  readonly differences: string[] = [];

  at(place: Partial<Place>): void {
    Object.assign(this.#place, place);
  }

  file(name: string, file: string): void {
    this.at({ files: [...(this.#place.files ?? []), [name, file]], tls: true });
  }

  /** `value` absent: a switch. */
  say(option: string, value: string | null = null): void {
    this.#words.set(option, value);
  }

  /** Says it only where nothing has said it yet. */
  fill(option: string, value: string): void {
    if (!this.#words.has(option)) this.say(option, value);
  }

  said(option: string): string | null {
    return this.#words.get(option) ?? null;
  }

  /** What was said, which is then no longer part of the line. */
  take(option: string): string | null {
    const value = this.said(option);
    this.#words.delete(option);
    return value;
  }

  differs(sentence: string): void {
    if (!this.differences.includes(sentence)) this.differences.push(sentence);
  }

  /** The words to carry out. They may hold a password: never print them. */
  get words(): string[] {
    return this.#wordsWith(this.#url(this.#place.password ?? ''));
  }

  /** The same as a line to show; a password stays out of it, and out of the list of processes. */
  get shown(): string {
    const secret = this.#place.password !== undefined;
    const line = shellLine('npm run bench --', this.#shellWords(secret ? null : this.#url('')));
    return secret ? `ROUNDTRIP_URL='${this.#url('PASSWORD')}' ${line}` : line;
  }

  #shellWords(url: string | null): (string | [string, string])[] {
    return [
      ...(url === null ? [] : [['-u', url] satisfies [string, string]]),
      ...[...this.#words].map(([option, value]): string | [string, string] =>
        value === null ? option : [option, value],
      ),
    ];
  }

  #wordsWith(url: string): string[] {
    return this.#shellWords(url).flatMap((word) => {
      if (typeof word === 'string') return [word];
      const [option, value] = word;
      return option.startsWith('--') ? [`${option}=${value}`] : [option + value];
    });
  }

  #url(password: string): string {
    const {
      host = '127.0.0.1',
      port = '6379',
      socket = null,
      user = '',
      database = '',
      files = [],
    } = this.#place;
    const encoded = password === 'PASSWORD' ? password : encodeURIComponent(password);
    const access = user === '' && password === '' ? '' : `${encodeURIComponent(user)}:${encoded}@`;
    if (socket !== null)
      return `unix://${access}${socket}${database === '' ? '' : `?db=${encodeURIComponent(database)}`}`;
    const scheme = `redis${this.#place.tls ? 's' : ''}${this.#place.cluster ? '+cluster' : ''}`;
    const parameters = files.map(([name, file]) => `${name}=${encodeURIComponent(file)}`).join('&');
    const bracketed = host.includes(':') ? `[${host}]` : host;
    return `${scheme}://${access}${bracketed}:${port}${database === '' || database === '0' ? '' : `/${database}`}${parameters === '' ? '' : `?${parameters}`}`;
  }
}

/** An option of another tool. `read` is given its value, `''` for a switch. */
export interface ForeignOption {
  /** As typed, with hyphens. */
  names: readonly string[];
  /** Whether a value follows. */
  takes?: boolean;
  read: (value: string, into: EqualLine) => void;
}

export interface ForeignTool {
  name: string;
  options: readonly ForeignOption[];
  /** Words behind the options, as in `redis-benchmark … SET key value`; absent: there are none. */
  command?: (words: readonly string[], into: EqualLine) => void;
  /** What the tool does by default and `bench` does not. */
  finish: (into: EqualLine) => void;
}

/** The same in the words of `bench`. Throws UsageError for what the tool does not know. */
export function equalLine(tool: ForeignTool, words: readonly string[]): EqualLine {
  const into = new EqualLine();
  const rest = [...words];
  while (rest.length > 0) {
    const [word = '', ...others] = rest;
    if (!word.startsWith('-') || word === '-') {
      if (!tool.command) throw new UsageError(`${tool.name} takes no word "${word}"`);
      tool.command(rest, into);
      break;
    }
    const { option, attached } = optionIn(tool, word);
    if (!option) throw new UsageError(`${tool.name} has no option ${word.replace(/=.*/s, '')}`);
    rest.splice(0, rest.length, ...others);
    if (!option.takes) option.read('', into);
    else {
      const value = attached ?? rest.shift();
      if (value === undefined) throw new UsageError(`${word} of ${tool.name} needs a value`);
      option.read(value, into);
    }
  }
  tool.finish(into);
  return into;
}

/** `--name`, `--name=value`, `-n`, `-nvalue`. */
function optionIn({ options }: ForeignTool, word: string): { option?: ForeignOption; attached?: string } {
  const named = options.find(({ names }) => names.includes(word));
  if (named) return { option: named };
  const [head = '', ...value] = word.split('=');
  const long = options.find(({ names, takes }) => takes && names.includes(head));
  if (long && value.length > 0) return { option: long, attached: value.join('=') };
  const short = options.find(({ names, takes }) => takes && names.includes(word.slice(0, 2)));
  return short && !word.startsWith('--') ? { option: short, attached: word.slice(2) } : {};
}

const shellWord = /\s*((?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+)/gs;

/**
 * Splits a line as a shell does: blanks part words, quotes hold them together, a backslash takes the next as it is.
 * `open` hears of what is left behind a quote that is not closed.
 */
export function splitLine(line: string, open: (rest: string) => void = () => undefined): string[] {
  const words: string[] = [];
  const rest = line.replace(shellWord, '').trim();
  if (rest !== '') open(rest);
  for (const [, ...parts] of line.matchAll(shellWord)) {
    const [raw = ''] = parts;
    words.push(
      raw.replace(
        /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
        (_all, double?: string, single?: string, bare?: string) =>
          double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? bare ?? ''),
      ),
    );
  }
  return words;
}

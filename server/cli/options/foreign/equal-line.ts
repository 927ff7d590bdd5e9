import { shellLine } from '../../../../shared/plan/command-lines/words.ts';

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

interface Said {
  option: string;
  /** `null`: a switch. */
  value: string | null;
}

/** What a line of another tool is in the words of `bench`, gathered option by option. */
export class EqualLine {
  readonly #place: Partial<Place> = {};
  #hasPlace = true;
  #said: Said[] = [];
  #kept: { name: string; value: string }[] = [];
  readonly #leftOut: string[] = [];
  readonly #differences: string[] = [];

  at(place: Partial<Place>): void {
    Object.assign(this.#place, place);
  }

  /** Sets what holds where the line says nothing else. */
  usually(place: Partial<Place>): void {
    Object.assign(this.#place, { ...place, ...this.#place });
  }

  get isCluster(): boolean {
    return this.#place.cluster === true;
  }

  file(name: string, file: string): void {
    this.at({ files: [...(this.#place.files ?? []), [name, file]], tls: true });
  }

  /** Replaces what was said for the option before. `value` absent: a switch. */
  say(option: string, value: string | null = null): void {
    const before = this.#said.find((one) => one.option === option);
    if (before) before.value = value;
    else this.add(option, value);
  }

  /** Adds to what was said for the option before. */
  add(option: string, value: string | null): void {
    this.#said.push({ option, value });
  }

  /** Says it only where nothing has said it yet. */
  fill(option: string, value: string): void {
    if (this.said(option) === null) this.say(option, value);
  }

  said(option: string): string | null {
    return this.#said.find((one) => one.option === option)?.value ?? null;
  }

  /** Leaves out what was said for these options; with `-u`, where the load is sent. */
  drop(options: readonly string[]): void {
    this.#said = this.#said.filter(({ option }) => !options.includes(option));
    if (options.includes('-u')) this.#hasPlace = false;
  }

  /** Keeps the value of an option whose meaning depends on others. */
  keep(name: string, value: string): void {
    this.#kept.push({ name, value });
  }

  /** The last value that was kept; `null`: none was. It is forgotten. */
  kept(name: string): string | null {
    return this.keptInOrder([name]).at(-1)?.value ?? null;
  }

  /** All that was kept of these options, in their order. It is forgotten. */
  keptInOrder(names: readonly string[]): { name: string; value: string }[] {
    const found = this.#kept.filter(({ name }) => names.includes(name));
    this.#kept = this.#kept.filter(({ name }) => !names.includes(name));
    return found;
  }

  /** Notes in what the run differs from the tool's, a sentence. */
  differs(sentence: string): void {
    if (!this.#differences.includes(sentence)) this.#differences.push(sentence);
  }

  leaveOut(name: string): void {
    if (!this.#leftOut.includes(name)) this.#leftOut.push(name);
  }

  /** Differences from the run of the tool, a sentence each. */
  get differences(): readonly string[] {
    const unread = this.#kept.map(({ name }) => `${name}: has no counterpart here`);
    const names = this.#leftOut.join(', ');
    return [
      ...this.#differences,
      ...unread,
      ...(names === '' ? [] : [`left out, as nothing that is sent depends on it: ${names}`]),
    ];
  }

  /** The words to carry out. They may hold a password: never print them. */
  get words(): string[] {
    return [
      ...(this.#hasPlace ? [`-u${this.#url(this.#place.password ?? '')}`] : []),
      ...this.#said.map(({ option, value }) =>
        value === null ? option : option.startsWith('--') ? `${option}=${value}` : option + value,
      ),
    ];
  }

  /** The same as a line to show; a password stays out of it, and out of the list of processes. */
  get shown(): string {
    const isSecret = this.#hasPlace && this.#place.password !== undefined;
    const line = shellLine('npm run bench --', [
      ...(isSecret || !this.#hasPlace ? [] : [['-u', this.#url('')] satisfies [string, string]]),
      ...this.#said.map(({ option, value }): string | [string, string] =>
        value === null ? option : [option, value],
      ),
    ]);
    return isSecret ? `ROUNDTRIP_URL='${this.#url('PASSWORD')}' ${line}` : line;
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

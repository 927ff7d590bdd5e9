import { redisCommand } from '../../../../shared/commands/redis.ts';
import { UsageError } from '../../exit-codes.ts';
import { shellParts } from './shell-line.ts';

/** The call of a tool in a line as people paste it. */
export interface ToolCommand {
  /** Absent: the line has the words behind the tool alone. */
  tool: string | null;
  words: string[];
  /** Parts of the line that are not carried out, a sentence each. */
  notDone: string[];
}

/** Commands that start another one, with the words for it behind their own. */
const starters = new Set(
  [
    'sudo doas env time nice ionice chrt taskset numactl timeout nohup stdbuf exec command script unbuffer watch',
    'docker docker-compose podman podman-compose nerdctl kubectl oc ssh sh bash zsh dash winpty wsl',
    'perf strace setarch prlimit cgexec ip nsenter unshare systemd-run',
  ].flatMap((names) => names.split(' ')),
);
const keywords = new Set(['for', 'while', 'until', 'if', 'do', 'then', 'else', 'case', 'function', '{', '!']);
const isAssignment = (word: string) => /^\w+=/.test(word);

const tools = 'redis-benchmark-go|redis-benchmark|valkey-benchmark|memtier_benchmark';

/** Text that a terminal shows before a line: `$ `, `root@host:~# `, `[me@host bin]$ `, `PS C:\> `, `➜  ~ `. */
const prompt = new RegExp(
  `^[^\\n'"|;&<]{0,80}?[$#%>~❯✗][ \\t]+(?=(?:\\S*/)?(?:\\w+=|(?:${[...starters, tools].join('|')})(?![\\w-])))`,
  'gm',
);
const withoutPrompt = (line: string) =>
  line.replace(prompt, (found) => (new RegExp(tools).test(found) ? found : ''));

/** Folders with backslashes before a tool, which a shell would take out. */
const windowsPath =
  /(?:^|\s)(?:[A-Za-z]:|\.{1,2})?(?:\\[\w.-]+)*\\(?=(?:redis-benchmark|valkey-benchmark|memtier_benchmark)\b)/g;

/** An image may have a name of its own before it. */
const toolName = new RegExp(`^(?:[\\w.]+[_-])*?(${tools})(?:\\.exe)?(?::[\\w.-]+)?$`);

/** The tool that a word starts, by its path or its image; `null`: it starts none. */
function toolOf(word: string): string | null {
  const [last = ''] = word.split(/[\\/]/).slice(-1);
  return toolName.exec(last)?.[1] ?? null;
}

/** Reads a line that was pasted. Throws UsageError for what is neither a tool's nor known to leave its load as it is. */
export function readToolLine(line: string): ToolCommand {
  const parts = partsOf(withoutPrompt(line.replace(windowsPath, ' ')));
  const found = parts.map((part) => ({ part, call: callIn(part.words, part.unclear) }));
  const calls = found.flatMap(({ part, call }) => (call ? [{ part, call }] : []));
  const [first, ...more] = calls;
  const [whole] = parts;
  if (!first) {
    if (!whole && line.trim() !== '') throw new UsageError('the line has no command');
    const [word = ''] = whole?.words ?? [];
    refuseUnclear(whole?.unclear ?? [], 0);
    refuseStarter(word);
    const called = whole?.words.find((one) => toolOf(one) !== null);
    if (called !== undefined && !word.startsWith('-') && redisCommand(word) === undefined)
      throw new UsageError(`"${word}" is not known to start ${called}: give the line from there`);
    return {
      tool: null,
      words: whole?.words ?? [],
      notDone: [...(whole ? redirected(whole) : []), ...others(parts.slice(1))],
    };
  }
  const before = parts.slice(0, parts.indexOf(first.part));
  const behind = parts.slice(before.length + 1);
  return {
    tool: first.call.tool,
    words: first.call.words,
    notDone: [
      ...others(before),
      ...first.call.notDone,
      ...redirected(first.part),
      ...others(behind.filter((part) => !more.some((other) => other.part === part))),
      ...more.map(({ call }) => `the line has another run, of ${call.tool}: give it apart`),
    ],
  };
}

/** The same of words that a shell has parted already. */
export function readToolWords(words: readonly string[]): ToolCommand {
  return callIn(words, []) ?? { tool: null, words: [...words], notDone: [] };
}

/** A command between the operators of a shell. */
interface LinePart {
  /** The operator before it. */
  by: string;
  words: string[];
  /** The part of each word that only a shell could work out. */
  unclear: (string | undefined)[];
  redirections: string[];
}

const emptyPart = (by: string): LinePart => ({ by, words: [], unclear: [], redirections: [] });

function refuseUnclear(unclear: LinePart['unclear'], from: number): void {
  const found = unclear.slice(from).find((one) => one !== undefined);
  if (found !== undefined)
    throw new UsageError(`a shell works out ${found}: write what it stands for in its place`);
}

function partsOf(line: string): LinePart[] {
  const parts: LinePart[] = [emptyPart('')];
  let redirection: string | null = null;
  for (const { is, text, unclear } of shellParts(line)) {
    const last = parts.at(-1) as LinePart;
    if (is === 'word' && redirection !== null) {
      last.redirections.push(`${redirection} ${text}`);
      redirection = null;
    } else if (is === 'word') {
      last.words.push(text);
      last.unclear.push(unclear);
    } else if (/^\d*>&\d$/.test(text)) last.redirections.push(text);
    else if (/[<>]/.test(text)) redirection = text;
    else parts.push(emptyPart(text));
  }
  if (redirection !== null)
    throw new UsageError(
      `a file is missing behind ${redirection}; a value in <…> is written without these signs`,
    );
  const kept = parts.filter(({ words, redirections }) => words.length + redirections.length > 0);
  const loop = kept.find(({ words: [first = ''] }) => keywords.has(first));
  if (loop)
    throw new UsageError(
      `a shell works out "${loop.words[0] ?? ''} …": give the line of the tool in it alone`,
    );
  return kept;
}

interface Call {
  tool: string;
  words: string[];
  notDone: string[];
}

/** The call of a tool in a command; `null`: there is none. Throws UsageError for an unknown word before it. */
function callIn(words: readonly string[], unclear: LinePart['unclear']): Call | null {
  const isCalled = (word: string) => toolOf(word) !== null;
  // A container, a pod or an image may be named as the tool that is called in it.
  const at = isCalled(words[0] ?? '') ? 0 : words.findLastIndex(isCalled);
  const before = words.slice(0, Math.max(0, at));
  if (at < 0 || (at > 0 && !isStarter(before))) return callInText(words, unclear);
  refuseUnclear(unclear, at + 1);
  return {
    tool: toolOf(words[at] ?? '') ?? '',
    words: words.slice(at + 1),
    notDone: startedBy(before),
  };
}

/** `bash -c "redis-benchmark …"`: the line is a word of another one. */
function callInText(words: readonly string[], unclear: LinePart['unclear']): Call | null {
  const at = words.findIndex(
    (word) => /\s/.test(word) && /\b(?:redis|valkey)-benchmark|memtier_benchmark/.test(word),
  );
  const before = words.slice(0, Math.max(0, at));
  if (at < 0 || !isStarter(before)) return null;
  refuseUnclear(unclear, at);
  const inner = readToolLine(words[at] ?? '');
  return inner.tool === null
    ? null
    : {
        ...inner,
        tool: inner.tool,
        notDone: [...startedBy(before), ...inner.notDone],
      };
}

/** Words before a tool. */
const startedBy = (before: readonly string[]): string[] => [
  ...(before.length === 0 ? [] : [`${shown(before)}: the load is sent from here`]),
  ...(before.includes('timeout') ? ['timeout: theirs ends after that time; give --duration'] : []),
];

function isStarter(words: readonly string[]): boolean {
  const [first] = words.filter((word) => !isAssignment(word));
  return first === undefined || first.startsWith('$') || starters.has(first.replace(/^.*\//, ''));
}

/** Some of them are commands of Redis as well. */
function refuseStarter(word: string): void {
  const starts = starters.has(word.replace(/^.*\//, '')) && redisCommand(word) === undefined;
  if (isAssignment(word) || starts)
    throw new UsageError(
      `${word.replace(/=.*/s, '=…')} starts a command, and the line names none of redis-benchmark, valkey-benchmark, memtier_benchmark`,
    );
}

/** Values may be secrets: they are not repeated. */
const shown = (words: readonly string[]): string =>
  words
    .map((word) => word.replace(/=.*/s, '=…'))
    .join(' ')
    .slice(0, 120);

function redirected({ redirections }: LinePart): string[] {
  const [read, written] = [true, false].map((isRead) =>
    redirections.filter((one) => one.includes('<') === isRead).join(', '),
  );
  return [
    ...(read ? [`${read}: nothing is read from a file`] : []),
    ...(written
      ? [`${written}: output stays where it is; --csv FILE, --json FILE and --markdown FILE write files`]
      : []),
  ];
}

const others = (parts: readonly LinePart[]): string[] =>
  parts.flatMap((part) =>
    part.words.length === 0
      ? redirected(part)
      : [`${part.by === '\n' ? '' : `${part.by} `}${shown(part.words)}: is not carried out`.trim()],
  );

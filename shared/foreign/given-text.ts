import type { GivenText } from './reading.ts';

/** The text as JSON and as lines, in the order in which readers try it. */
export function* givenTexts(text: string): Generator<GivenText> {
  const body = text.replace(/^[\ufeff\ufffd]+/, '');
  // PowerShell writes UTF-16, of which every second byte is read as NUL.
  const isUtf16 = body.charAt(1) === '\0' && body.charAt(3) === '\0';
  const raw = (isUtf16 ? body.replaceAll('\0', '') : body).trim();
  const isDocument = /^[{<]/.test(raw);
  if (raw === '' || raw.startsWith('<')) return;
  const json = jsonIn(raw);
  if (json !== undefined || isDocument) yield { raw, json, plain: '', lines: [] };
  if (isDocument) return;
  const lines = shownLines(raw);
  yield { raw, json: undefined, plain: lines.join('\n'), lines };
}

/** The document of a text, also below the line of a shell; `undefined`: there is none. */
function jsonIn(raw: string): unknown {
  const from = raw.search(/^[{[]/m);
  if (from < 0) return undefined;
  const to = Math.max(raw.lastIndexOf('}'), raw.lastIndexOf(']'));
  try {
    // Tools write what is no JSON where nothing came back.
    return JSON.parse(raw.slice(from, to + 1).replaceAll(/:\s*[-+]?(?:nan|inf(?:inity)?)\b/gi, ': null'));
  } catch {
    return undefined;
  }
}

/** Colours, titles and sets of characters, as terminals know them. */
const escapes = /(?![\t\n\r])\p{Cc}(?:\[[\d;?]*[ -/]*[@-~]|\][^\p{Cc}]*(?![\n\r])\p{Cc}\\?|[()][0-9AB])/gu;
/** Marks of quoted mail, names of docker compose, and times of a log before a line. */
const prefix =
  /^\s*(?:>\s?)*(?:[\w.-]+\s+\|\s)?(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?\]?\s+)?/;
/** A line that is overwritten later ends so; copied from a terminal, the next stands right behind it. */
const progress = /\(overall: [^()\s]*\) avg_msec=\S+ \(overall: [^()\s]*\)|msec latency/g;

/** Lines as a terminal showed them one after another: a line that another one overwrote is a line too. */
const shownLines = (raw: string): string[] =>
  raw
    .replaceAll(escapes, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll(progress, '$&\n')
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replace(prefix, '').trim())
    .filter((line) => line !== '');

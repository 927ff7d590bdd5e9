import { cardLimits } from '../../../shared/limits.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import { breakLines, type Measure } from './lines.ts';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

/** What a picture of a result, a lesson or a search says, in the reader's language. */
export interface Card {
  /** What came out, in a sentence. */
  title: string;
  /** What makes all of it doubtful, in two or three words; `null`: nothing. */
  badge: string | null;
  /** What that rests on. */
  evidence: string;
  lanes: readonly CardLane[];
  /** What the columns are in a table of the lanes: their names, their figures, their ratios. */
  columns: readonly [string, string, string];
  /** Workload, network, server, machine: lines at the foot. */
  facts: readonly string[];
  /** Where the result can be seen, with its QR code; `null`: nowhere but here. */
  address: { url: string; qr: readonly (readonly boolean[])[] } | null;
}

export interface CardLane {
  name: string;
  /** A colour of CSS. */
  colour: string;
  /** What its bar shows, in the unit of all bars, and its 95 % interval; `null`: not measured. */
  measured: { value: number; ci95: readonly [number, number] | null } | null;
  /** "180k". */
  figure: string;
  /** "× 2.45", "baseline"; may be empty. */
  ratio: string;
}

/** The size that link previews and slides expect, pixels. */
export const cardSize: { width: number; height: number } = cardLimits;

const edge = 48;
export const face =
  'system-ui, -apple-system, "Segoe UI", "DejaVu Sans", "Noto Sans", "Noto Sans SC", sans-serif';
const ink = '#0d1420';
const quiet = '#4b5763';
const barStart = edge + 300;
const barWidth = 380;
const nameWidth = 280;
/** A long name is written smaller down to this share, and is then cut. */
const leastOfName = 0.75;
const figureStart = barStart + barWidth + 24;
const qrSize = 116;

/** The picture as SVG, 1200 × 630 pixels: self-contained, so that it can stand in any page or be drawn to a canvas. */
export function cardSvg(card: Card, measure: Measure): string {
  const inner = cardSize.width - 2 * edge;
  const { size: titleSize, lines: title } = titleLines(card.title, inner, measure);
  const evidence = wholeSentences(card.evidence, (text) =>
    breakLines(text, { size: 21, weight: 400, width: inner, most: 3 }, measure),
  );
  const factsWidth = card.address ? inner - qrSize - 32 : inner;
  const facts = card.facts.flatMap((fact) =>
    breakLines(fact, { size: 18, weight: 400, width: factsWidth, most: 2 }, measure),
  );
  const titleStep = title.length > 2 ? 40 : 50;
  const evidenceTop = 116 + titleStep * title.length;
  const barsTop = evidenceTop + 28 * evidence.length + 4;
  const footTop = cardSize.height - 28 - 24 * Math.max(facts.length, card.address ? 4 : 1);
  const lines = (
    texts: readonly string[],
    top: number,
    step: number,
    size: number,
    colour: string,
    weight = 400,
  ) => texts.map((line, place) => text(line, edge, top + place * step, { size, weight, colour }));
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cardSize.width} ${cardSize.height}" width="${cardSize.width}" height="${cardSize.height}" font-family="${face}" role="img"><title>${legal(card.title)}</title><rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="64" fill="${ink}"/><g transform="translate(${edge} 20)" color="#ffcd00"><path d="M2 5H29a7 7 0 0 1 0 14H11" fill="none" stroke="currentColor" stroke-width="4.5"/><path d="M13.5 11 3 19l10.5 8z" fill="currentColor"/></g>${text('Roundtrip', edge + 54, 42, { size: 26, weight: 700, colour: '#fff' })}${card.badge === null ? null : badge(card.badge, measure)}${lines(title, 122, titleStep, titleSize, ink, 700)}${lines(evidence, evidenceTop + 6, 28, 21, quiet)}${bars(card.lanes, barsTop, footTop - 16, measure)}${lines(facts, footTop + 20, 24, 18, quiet)}${card.address ? code(card.address) : null}</svg>`
    .text;
}

/** The same as text, with the bars as a table. */
export function cardMarkdown({ title, badge, evidence, lanes, columns, facts, address }: Card): string {
  const rows = lanes.map(({ name, figure, ratio }) => [name, figure, ratio].map(escapeMarkdown).join(' | '));
  return [
    `**${escapeMarkdown(title)}**${badge === null ? '' : ` (${escapeMarkdown(badge)})`}`,
    escapeMarkdown(evidence),
    rows.length === 0
      ? ''
      : [
          `| ${columns.map(escapeMarkdown).join(' | ')} |`,
          '|---|--:|--:|',
          ...rows.map((row) => `| ${row} |`),
        ].join('\n'),
    facts.map(escapeMarkdown).join('  \n'),
    address?.url ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const escapeMarkdown = (words: string): string => words.replace(/[\\`*_[\]<>|]/g, '\\$&');

/** As much of a page as shows it: for an article, a wiki or a README that takes HTML. */
export const cardHtml = (card: Card, measure: Measure): string =>
  card.address
    ? `<figure style="margin:0;max-width:75rem"><a href="${markup`${card.address.url}`.text}">${fluid(cardSvg(card, measure))}</a></figure>`
    : `<figure style="margin:0;max-width:75rem">${fluid(cardSvg(card, measure))}</figure>`;

const fluid = (svg: string): string =>
  svg.replace(/ width="\d+" height="\d+"/, ' style="display:block;width:100%;height:auto"');

function bars(lanes: readonly CardLane[], top: number, bottom: number, measure: Measure): Markup[] {
  const most = largest(
    lanes.map(({ measured }) => Math.max(measured?.value ?? 0, measured?.ci95?.[1] ?? 0)),
    0,
  );
  const step = Math.min(64, (bottom - top) / Math.max(1, lanes.length));
  const high = Math.max(10, Math.min(40, step - 8));
  const wanted = Math.min(24, step * 0.62);
  const room = cardSize.width - edge - figureStart;
  const taken = ({ figure, ratio }: CardLane) =>
    measure(figure, wanted, 600) + wanted + measure(ratio, wanted, 700);
  const ofName = ({ name }: CardLane) => Math.max(leastOfName, nameWidth / measure(name, wanted, 600));
  const size =
    wanted *
    smallest(
      lanes.flatMap((lane) => [room / taken(lane), ofName(lane)]),
      1,
    );
  const x = (rate: number) => (most === 0 ? 0 : (rate / most) * barWidth);
  return lanes.map(({ name, colour, measured, figure, ratio }, place) => {
    const y = top + place * step + (step - high) / 2;
    const base = y + high / 2 + size * 0.36;
    const [label = ''] = breakLines(name, { size, weight: 600, width: nameWidth, most: 1 }, measure);
    const interval = measured?.ci95;
    return markup`${text(label, edge, base, { size, weight: 600, colour: ink })}<rect x="${barStart}" y="${y}" width="${x(measured?.value ?? 0)}" height="${high}" fill="${colour}"/>${
      interval
        ? markup`<path d="M${barStart + x(interval[0])} ${y + high / 2 - 7}v14m0-7H${barStart + x(interval[1])}m0-7v14" stroke="${ink}" stroke-width="2.5" fill="none"/>`
        : null
    }${text(figure, figureStart, base, { size, weight: 600, colour: ink })}${text(ratio, cardSize.width - edge, base, { size, weight: 700, colour: ink, end: true })}`;
  });
}

/** At the end of the head, where a picture that is cut or scaled down still has it. */
function badge(words: string, measure: Measure): Markup {
  const width = measure(words, 20, 700) + 28;
  const left = cardSize.width - edge - width;
  return markup`<rect x="${left}" y="15" width="${width}" height="34" fill="#ffcd00"/>${text(words, left + 14, 39, { size: 20, weight: 700, colour: ink })}`;
}

function code({ url, qr }: NonNullable<Card['address']>): Markup {
  const cell = qrSize / Math.max(1, qr.length);
  const path = qr.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return markup`<g transform="translate(${cardSize.width - edge - qrSize} ${cardSize.height - 24 - qrSize}) scale(${cell})"><title>${url}</title><path d="${path}" fill="${ink}"/></g>`;
}

/** In the largest size in which two lines hold it; in the smallest it has three, and is then cut. */
function titleLines(title: string, width: number, measure: Measure): { size: number; lines: string[] } {
  const at = (size: number, most = 2) => ({
    size,
    lines: breakLines(title, { size, weight: 700, width, most }, measure),
  });
  const whole = [42, 36]
    .map((size) => at(size))
    .find(({ lines }) => !lines.some((line) => line.endsWith('…')));
  return whole ?? at(30, 3);
}

/** As many sentences as fit into two lines; the first stands in any case. */
function wholeSentences(words: string, linesOf: (text: string) => string[]): string[] {
  let lines: string[] = [];
  let said = '';
  for (const sentence of words.split(/(?<=。)|(?<=[.!?]) /)) {
    said = `${said}${/。$/.test(said) ? '' : ' '}${sentence}`.trim();
    const longer = linesOf(said);
    if (longer.length > 2 && lines.length > 0) break;
    lines = longer.slice(0, 2);
  }
  return lines;
}

interface Type {
  size: number;
  weight: number;
  colour: string;
  /** Set to the left of its place. */
  end?: true;
}

/** What XML may hold. */
const legal = (words: string): string =>
  words.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

const text = (words: string, x: number, y: number, { size, weight, colour, end }: Type): Markup =>
  markup`<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}"${end ? markup` text-anchor="end"` : null}>${legal(words)}</text>`;

import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { cardHtml, cardSvg, type Card } from '../../../client/src/share/card.ts';
import { breakLines, type Measure } from '../../../client/src/share/lines.ts';
import { readPixels } from '../../support/read-qr-code.ts';

/** As if each character were as wide as half its size. */
const measure: Measure = (text, size) => (text.length * size) / 2;

const oneLane: Card['lanes'][number] = {
  name: 'One by one',
  colour: '#46525e',
  measured: { value: 100, ci95: [90, 110] },
  figure: '100/s',
  ratio: '',
};

const card = (more: Partial<Card> = {}): Card => ({
  title: 'Pipeline is 2.4 times as fast as One by one',
  badge: null,
  evidence: '95 % confidence interval: 2.0 to 2.7 times.',
  lanes: [
    oneLane,
    {
      name: 'Pipeline',
      colour: '#00765a',
      measured: { value: 200, ci95: [150, 250] },
      figure: '200/s',
      ratio: '× 2.4',
    },
  ],
  columns: ['Lane', 'commands/s', '× baseline'],
  facts: ['SET · 10 clients', 'redis 7.0.15'],
  address: null,
  ...more,
});

const numbersOf = (svg: string, pattern: RegExp) =>
  [...svg.matchAll(pattern)].map(([, value]) => Number(value));

describe('The picture of a result', () => {
  test.each([
    ['by itself', card({ address: { url: 'http://lab:4173/runs/1?a=1&b=2', qr: [[true]] } })],
    ['with text that no XML may hold', card({ title: 'a \u0000\u000b\ud800 <b> & "c"' })],
  ])('is well-formed %s', async (_, drawn) => {
    const contents = cardSvg(drawn, measure);
    const { errors } = await validateXML({ xml: { fileName: 'card.svg', contents }, normalization: 'c14n' });
    expect(errors).toEqual([]);
  });

  test('draws bars to one scale, which holds the intervals', () => {
    const svg = cardSvg(card(), measure);
    expect(numbersOf(svg, /<rect x="\d+" y="[\d.]+" width="([\d.]+)"/g)).toEqual([152, 304]);
  });

  test('writes its title smaller before it cuts a long word', () => {
    const title = `${'x'.repeat(60)} is twice as fast`;
    expect(cardSvg(card({ title }), measure)).toContain(`>${'x'.repeat(60)}<`);
  });

  test('sets figures and ratios apart, however long both are', () => {
    const [figure, ratio] = ['103 тыс. команд/с', '× 2,63 (2,27 – 3,07)'];
    const lanes = card().lanes.map((lane) => ({ ...lane, figure, ratio }));
    const svg = cardSvg(card({ lanes }), measure);
    const [, start = NaN, size = NaN] = (
      new RegExp(`x="([\\d.]+)" y="[\\d.]+" font-size="([\\d.]+)"[^>]*>${figure}`).exec(svg) ?? []
    ).map(Number);
    const [, end = NaN] = (
      new RegExp(`x="([\\d.]+)" y="[\\d.]+"[^>]*>${ratio.replace(/[()]/g, '.')}`).exec(svg) ?? []
    ).map(Number);
    expect(start + measure(figure, size, 600)).toBeLessThan(end - measure(ratio, size, 700));
  });

  test('cuts a long title in its third line, and not before', () => {
    const title = 'word '.repeat(36).trim();
    expect(cardSvg(card({ title }), measure)).not.toContain('…');
    expect(cardSvg(card({ title: `${title} ${title}` }), measure)).toContain('…');
  });

  test('shows names that are code as text', () => {
    const name = `<script>alert("&")</script>`;
    const lanes = card().lanes.map((lane) => ({ ...lane, name }));
    const svg = cardSvg(card({ lanes, title: name }), measure);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;');
  });

  test('holds eight lanes between its title and its foot', () => {
    const lane = oneLane;
    const lanes = Array.from({ length: 8 }, () => ({
      ...lane,
      name: 'A lane with quite a long name of its own',
    }));
    const svg = cardSvg(card({ lanes, title: 'word '.repeat(60), evidence: 'word '.repeat(90) }), measure);
    const tops = numbersOf(svg, /<rect x="\d+" y="([\d.]+)"/g);
    const lines = [...svg.matchAll(/<text x="48" y="([\d.]+)" font-size="(30|21|18)"/g)].map(([, y]) =>
      Number(y),
    );
    expect(tops).toHaveLength(8);
    expect(lines).toHaveLength(7);
    const [, , , , evidence = NaN, facts = NaN] = lines;
    expect(Math.min(...tops)).toBeGreaterThan(evidence);
    expect(Math.max(...tops) + 10).toBeLessThan(facts - 14);
    expect(svg).toContain('…');
  });

  test('a lane without figures has no bar, and no others than 0 leave them at the start', () => {
    const lane = oneLane;
    const none = { ...lane, measured: null, figure: '–' };
    expect(
      numbersOf(
        cardSvg(card({ lanes: [none, none] }), measure),
        /<rect x="\d+" y="[\d.]+" width="([\d.]+)"/g,
      ),
    ).toEqual([0, 0]);
  });

  test('its QR code leads to the address', () => {
    const url = 'http://192.168.1.7:4173/runs/20261123T114208-87mjf';
    const qr = encode(url, { border: 0 }).data;
    const svg = cardSvg(card({ address: { url, qr } }), measure);
    const [quiet, zoom] = [4, 4];
    const side = (qr.length + 2 * quiet) * zoom;
    const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
    for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
      for (let dy = 0; dy < zoom; dy++)
        for (let dx = 0; dx < zoom; dx++)
          pixels.set(
            [0, 0, 0, 255],
            (((Number(y) + quiet) * zoom + dy) * side + (Number(x) + quiet) * zoom + dx) * 4,
          );
    expect(readPixels(pixels, side, side)).toBe(url);
  });

  test('as HTML it is as wide as its place, and links to the result where there is an address', () => {
    const html = cardHtml(card({ address: { url: 'http://lab/runs/1?a="&', qr: [] } }), measure);
    expect(html).toMatch(
      /^<figure [^>]*><a href="http:\/\/lab\/runs\/1\?a=&quot;&amp;"><svg [^>]*style="display:block;width:100%/,
    );
    expect(html).not.toMatch(/<svg [^>]*width="1200"/);
    expect(cardHtml(card(), measure)).not.toContain('<a ');
  });
});

test.each([
  ['breaks at spaces', 'one two three', 30, 9, ['one', 'two', 'three']],
  ['keeps what fits together', 'one two three', 70, 9, ['one two three']],
  ['ends what is too much in an ellipsis', 'one two three four', 40, 2, ['one two', 'three f…']],
  ['shortens a word that is too wide', 'a incomprehensible b', 30, 9, ['a', 'incom…', 'b']],
  ['leaves no × at the end of a line', 'a × 2.3 b', 30, 9, ['a', '× 2.3', 'b']],
  ['breaks Chinese anywhere', '流水线快得多', 15, 9, ['流水线', '快得多']],
])('A text %s', (_, text, width, most, lines) => {
  expect(breakLines(text, { size: 10, weight: 400, width, most }, measure)).toEqual(lines);
});

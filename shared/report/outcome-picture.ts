import { axisScale } from '../statistics/axis-scale.ts';
import { largest, smallest } from '../statistics/extremes.ts';
import type { ChartInWords } from '../sweep/recipe-in-words.ts';
import { cellText } from '../words/cell-text.ts';
import type { Numbers } from '../words/numbers.ts';

/** An element of SVG; `colour`: the number of a lane's colour, 2 to 9. */
export interface SvgShape {
  tag: 'line' | 'polyline' | 'rect' | 'circle' | 'text';
  className:
    | 'grid'
    | 'base'
    | 'line'
    | 'stem'
    | 'bar'
    | 'bar best'
    | 'point'
    | 'whisker'
    | 'published'
    | 'axis'
    | 'name'
    | 'end';
  colour?: number;
  at: Readonly<Record<string, string | number>>;
  text?: string;
}

export interface Picture {
  width: number;
  height: number;
  letter: number;
  /** One sentence for those who cannot see it. */
  description: string;
  shapes: SvgShape[];
}

/** Room for a picture: its width, and the size of its letters, px. */
export interface PictureRoom {
  width: number;
  letter: number;
}

type Point = ChartInWords['series'][number]['points'][number];

/** A chart drawn: what page and report show. All places in px. */
export function outcomePicture(chart: ChartInWords, room: PictureRoom, numbers: Numbers): Picture {
  const drawing = new Drawing(chart, room, numbers);
  const height = chart.form === 'curve' ? drawing.curve() : drawing.bars();
  return { ...room, height, description: drawing.description, shapes: drawing.shapes };
}

class Drawing {
  readonly shapes: SvgShape[] = [];
  readonly #chart: ChartInWords;
  readonly #room: PictureRoom;
  readonly #numbers: Numbers;
  readonly #points: readonly Point[];

  constructor(chart: ChartInWords, room: PictureRoom, numbers: Numbers) {
    this.#chart = chart;
    this.#room = room;
    this.#numbers = numbers;
    this.#points = chart.series.flatMap(({ points }) => points);
  }

  /** Every figure with its name. */
  get description(): string {
    const { title, column, series } = this.#chart;
    const said = series.flatMap(({ name, points }) =>
      points.map(({ label, value }) =>
        this.#numbers.named([name, label].filter((part) => part !== '').join(' '), this.#figure(value)),
      ),
    );
    return `${this.#numbers.list([title, column.label])}. ${said.join('; ')}`;
  }

  /** A line for each series over its settings; returns the height. */
  curve(): number {
    const { letter, width } = this.#room;
    const { series } = this.#chart;
    const isNamed = series.some(({ name }) => name !== '');
    const ends = series.map(({ name, points }) => {
      const last = points.findLast(({ value }) => value !== null);
      return { text: [name, this.#figure(last?.value ?? null)].join(' ').trim(), last };
    });
    const values = this.#values();
    const y = axisScale(values);
    const tickTexts = y.ticks.map((tick) => this.#tick(tick));
    const isNarrow = width < 30 * letter;
    const left = this.#widest(tickTexts) + letter;
    const nameRoom = isNarrow ? letter * 2 : this.#widest(ends.map(({ text }) => text)) + letter;
    const legend = isNarrow && isNamed ? series.length * letter * 1.5 : 0;
    const [right, top] = [width - nameRoom, letter * 1.2 + legend];
    const height = Math.round(Math.min(Math.max(width * 0.5, letter * 16), letter * 22) + legend);
    const bottom = height - letter * 2.2;
    const up = (value: number) => bottom - y.place(value) * (bottom - top);
    const places = [...new Set(this.#points.flatMap(({ at }) => at ?? []))].sort((a, b) => a - b);
    const x = axisScale(places, { isFromLeast: true, mostLinear: 15 });
    const across = (at: number) => left + x.place(at) * (right - left);

    y.ticks.forEach((tick, index) => {
      this.#line('grid', [left, up(tick)], [right, up(tick)]);
      this.#text('axis', tickTexts[index] ?? '', [left - letter * 0.5, up(tick) + letter * 0.35], 'end');
    });
    this.#line('base', [left, bottom], [right, bottom]);
    if (this.#chart.column.unit === 'ratio' && y.ticks.some((tick) => tick < 1))
      this.#line('base', [left, up(1)], [right, up(1)]);
    this.#settings(places, across, bottom);
    series.forEach(({ name, points }, lane) => {
      const shown = points.flatMap((point) =>
        point.value === null || point.at === null
          ? []
          : [{ ...point, x: across(point.at), y: up(point.value) }],
      );
      const path = shown.map((point) => `${round(point.x)},${round(point.y)}`).join(' ');
      this.#add('polyline', 'line', { points: path }, { lane });
      for (const { x, y, interval } of shown) {
        // Side by side, so that none covers another.
        const aside = x + (lane - (series.length - 1) / 2) * letter * 0.25;
        if (interval) this.#line('whisker', [aside, up(interval[0])], [aside, up(interval[1])], lane);
        this.#add('circle', 'point', { cx: round(x), cy: round(y), r: round(letter * 0.3) }, { lane });
      }
      for (const { at, published } of points)
        if (at !== null && published !== null)
          this.#add(
            'circle',
            'published',
            { cx: round(across(at)), cy: round(up(published)), r: round(letter * 0.4) },
            { lane },
          );
      if (legend > 0) this.#text('end', name, [left, letter * (1 + 1.5 * lane)], 'start', lane);
    });
    if (!isNarrow)
      this.#ends(
        ends.map(({ text, last }) => ({ text, y: last ? up(last.value ?? 0) : bottom })),
        right,
      );
    return this.#withKey(height);
  }

  /** A bar for each row, or a dot where figures differ by much; returns the height. */
  bars(): number {
    const { letter, width } = this.#room;
    const values = this.#values();
    const scale = axisScale(values);
    const names = this.#points.map(({ label }) => label);
    const figures = this.#points.map(({ value }) => this.#figure(value));
    const isNarrow = width < 40 * letter;
    const left = isNarrow ? 0 : Math.min(this.#widest(names) + letter, width * 0.5);
    const right = width - this.#widest(figures) - letter;
    const across = (value: number) => left + scale.place(value) * (right - left);
    const best = largest(
      this.#points.map(({ value }) => value ?? 0),
      0,
    );
    const step = letter * (isNarrow ? 3 : 2);
    const bottom = step * this.#points.length;
    if (scale.isLog)
      for (const tick of scale.ticks) {
        this.#line('grid', [across(tick), 0], [across(tick), bottom]);
        this.#text('axis', this.#tick(tick), [across(tick), bottom + letter * 1.3], 'middle');
      }
    else this.#line('base', [left, 0], [left, bottom]);
    if (this.#chart.column.unit === 'ratio' && scale.within(1))
      this.#line('base', [across(1), 0], [across(1), bottom]);
    this.#points.forEach(({ label, value, interval, published }, index) => {
      const middle = step * (index + (isNarrow ? 0.7 : 0.5));
      const base = middle + letter * 0.35;
      this.#text(
        'name',
        label,
        isNarrow ? [0, base - letter * 1.2] : [left - letter * 0.7, base],
        isNarrow ? 'start' : 'end',
      );
      if (value !== null) {
        const bar = value === best && value > 0 ? 'bar best' : 'bar';
        if (scale.isLog) {
          this.#line('stem', [left, middle], [across(value), middle]);
          this.#add('circle', bar, { cx: round(across(value)), cy: round(middle), r: round(letter * 0.4) });
        } else {
          const size = { width: round(Math.max(1, across(value) - left)), height: round(letter * 1.1) };
          this.#add('rect', bar, { x: round(left), y: round(middle - letter * 0.55), ...size });
        }
      }
      if (interval) this.#line('whisker', [across(interval[0]), middle], [across(interval[1]), middle]);
      if (published !== null)
        this.#add('circle', 'published', {
          cx: round(across(published)),
          cy: round(middle),
          r: round(letter * 0.4),
        });
      const text = figures[index] ?? '';
      const ends = [value, ...(interval ?? [])].flatMap((one) => (one === null ? [] : across(one)));
      const [from, to] = [smallest(ends, right), largest(ends, left)];
      const other = published === null ? -Infinity : across(published);
      // A published figure in the way would look as if this text were its own.
      const isCovered = other > to && other < to + letter * 1.6 + this.#wide(text);
      if (!isCovered) this.#text('name', text, [to + letter * 0.6, base], 'start');
      else if (from - letter * 0.6 - this.#wide(text) > left)
        this.#text('name', text, [from - letter * 0.6, base], 'end');
      else this.#text('name', text, [other + letter, base], 'start');
    });
    return this.#withKey(bottom + letter * (scale.isLog ? 1.8 : 0.4));
  }

  /** Everything that has to have room on the axis of figures. */
  #values(): number[] {
    return this.#points.flatMap(({ value, interval, published }) =>
      [value, ...(interval ?? []), published].flatMap((one) => one ?? []),
    );
  }

  /** Settings below the axis, the last of them in words; those without room are left out. */
  #settings(places: readonly number[], across: (at: number) => number, bottom: number): void {
    const { letter, width } = this.#room;
    const { label = '' } = this.#points.findLast(({ at }) => at === places.at(-1)) ?? {};
    const last = `${label} ${this.#chart.axis}`.trim();
    const lastLeft = Math.min(across(places.at(-1) ?? 0) + this.#wide(last) / 2, width) - this.#wide(last);
    const y = bottom + letter * 1.5;
    let from = -Infinity;
    for (const at of places.slice(0, -1)) {
      const text = this.#numbers.count(at);
      const begin = across(at) - this.#wide(text) / 2;
      if (begin < from || begin + this.#wide(text) > lastLeft - letter) continue;
      this.#text('axis', text, [across(at), y], 'middle');
      from = begin + this.#wide(text) + letter * 0.7;
    }
    this.#text('axis', last, [lastLeft, y], 'start');
  }

  /** Names at the ends of lines, pushed apart where two would cover each other. */
  #ends(names: readonly { text: string; y: number }[], right: number): void {
    const { letter } = this.#room;
    let free = -Infinity;
    for (const { text, y, lane } of names
      .map((name, lane) => ({ ...name, lane }))
      .sort((a, b) => a.y - b.y)) {
      const at = Math.max(y + letter * 0.35, free);
      this.#text('end', text, [right + letter * 0.6, at], 'start', lane);
      free = at + letter * 1.25;
    }
  }

  /** Explains the mark of published figures where there are some. */
  #withKey(height: number): number {
    if (this.#points.every(({ published }) => published === null)) return Math.ceil(height);
    const { letter } = this.#room;
    const y = height + letter * 0.8;
    this.#add('circle', 'published', { cx: round(letter * 0.5), cy: round(y), r: round(letter * 0.4) });
    this.#text('axis', this.#chart.published, [letter * 1.4, y + letter * 0.35], 'start');
    return Math.ceil(height + letter * 1.6);
  }

  #figure(value: number | null): string {
    return cellText(value, this.#chart.column.unit, this.#numbers);
  }

  #tick(value: number): string {
    const { unit } = this.#chart.column;
    if (unit === 'ratio') return `× ${this.#numbers.count(value)}`;
    return unit === 'commands/s' || unit === 'count' ? this.#numbers.tick(value) : this.#figure(value);
  }

  #widest(texts: readonly string[]): number {
    return largest(
      texts.map((text) => this.#wide(text)),
      0,
    );
  }

  /** Width of a text as it is estimated: a letter of a CJK script is square, others are narrower. */
  #wide(text: string): number {
    let letters = 0;
    for (const letter of text) letters += (letter.codePointAt(0) ?? 0) >= 0x2e80 ? 1 : 0.58;
    return letters * this.#room.letter;
  }

  #line(className: SvgShape['className'], [x1, y1]: Place, [x2, y2]: Place, lane?: number): void {
    this.#add('line', className, { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) }, { lane });
  }

  #text(className: SvgShape['className'], text: string, [x, y]: Place, anchor: Anchor, lane?: number): void {
    this.#add('text', className, { x: round(x), y: round(y), 'text-anchor': anchor }, { lane, text });
  }

  #add(
    tag: SvgShape['tag'],
    className: SvgShape['className'],
    at: SvgShape['at'],
    { lane, text }: { lane?: number | undefined; text?: string } = {},
  ): void {
    const colour = lane === undefined ? undefined : (lane % 8) + 2;
    this.shapes.push({
      tag,
      className,
      at,
      ...(colour === undefined ? {} : { colour }),
      ...(text === undefined ? {} : { text }),
    });
  }
}

type Place = readonly [x: number, y: number];
type Anchor = 'start' | 'middle' | 'end';

const round = (value: number) => Math.round(value * 10) / 10;

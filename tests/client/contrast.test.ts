import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { laneMarks } from '../../client/src/lane-marks.ts';

const css = readFileSync(new URL('../../client/src/styles/tokens.css', import.meta.url), 'utf8');

/** The colour of a token in a theme, as in `#0b1420`. */
function colour(name: string, theme: 'light' | 'dark'): string {
  const value = new RegExp(`--${name}:\\s*(?:light-dark\\((#\\w+),\\s*(#\\w+)\\)|(#\\w+));`).exec(css);
  const found = value?.[3] ?? value?.[theme === 'light' ? 1 : 2];
  if (found === undefined) throw new Error(`no colour --${name}`);
  return found;
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const text: [string, string][] = [
  ...['wall', 'board', 'field', 'alarm-field'].map((surface): [string, string] => ['ink', surface]),
  ...['wall', 'board', 'field'].map((surface): [string, string] => ['ink-quiet', surface]),
  ['alarm', 'board'],
  ['alarm', 'wall'],
  ['on-signal', 'signal'],
  ['on-masthead', 'masthead'],
  ['on-masthead-quiet', 'masthead'],
];
const large: [string, string][] = [
  ['ink-faint', 'board'],
  ['rule-strong', 'field'],
  ['rule-strong', 'board'],
  ['focus', 'wall'],
  ['focus', 'board'],
];

describe.each(['light', 'dark'] as const)('In the %s theme', (theme) => {
  test.each(text)('%s on %s reads as text (4.5:1)', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(large)('%s on %s is seen (3:1)', (front, back) => {
    expect(contrast(colour(front, theme), colour(back, theme))).toBeGreaterThanOrEqual(3);
  });

  test.each(laneMarks.map((mark) => mark.colour.slice(2)))('%s reads on the board', (lane) => {
    expect(contrast(colour(lane, theme), colour('board', theme))).toBeGreaterThanOrEqual(4.5);
  });
});

test('No two lanes share both their dashes and their marker, or their colour', () => {
  const looks = laneMarks.map(({ dash, marker }) => `${dash.join('-')} ${marker}`);
  expect(new Set(looks).size).toBe(laneMarks.length);
  expect(new Set(laneMarks.map(({ colour }) => colour)).size).toBe(laneMarks.length);
});

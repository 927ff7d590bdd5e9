import { strategies as allStrategies } from '../../../server/engine/strategies/index.ts';
import { describe, expect, test } from 'vitest';
import { strategyTraits } from '../../../shared/contract/strategies.ts';
import { laneLook, laneLooks } from '../../../shared/plan/lane-looks.ts';
import { tokenColour, type TokenLook, type TokenTheme } from '../../support/tokens.ts';

const strategyLooks = strategyTraits.map(({ id }) => laneLook(id));

/** Contrast of two tokens as WCAG 2.2 defines it. */
function contrast(front: string, back: string, theme: TokenTheme, look: TokenLook): number {
  const luminance = (name: string) => {
    const [red, green, blue] = tokenColour(name, theme, look);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(front), luminance(back)].sort((a, b) => a - b);
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
  ['focus', 'field'],
  ['signal', 'masthead'],
];

const seen: [TokenTheme, TokenLook][] = (['usual', 'presenting'] as const).flatMap((look) =>
  (['light', 'dark'] as const).map((theme): [TokenTheme, TokenLook] => [theme, look]),
);

describe.each(seen)('In the %s theme, %s', (theme, look) => {
  test.each(text)('%s on %s reads as text (4.5:1)', (front, back) => {
    expect(contrast(front, back, theme, look)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(large)('%s on %s is seen (3:1)', (front, back) => {
    expect(contrast(front, back, theme, look)).toBeGreaterThanOrEqual(3);
  });

  test.each(strategyLooks.map((look) => look.colour.slice(2)))(
    '%s reads on the board in large figures and lines (3:1)',
    (lane) => {
      expect(contrast(lane, 'board', theme, look)).toBeGreaterThanOrEqual(3);
    },
  );
});

const shown = allStrategies.filter(({ hidden }) => !hidden);
const shapeOf = ({ dash, marker }: (typeof strategyLooks)[number]) => `${dash.join('-')} ${marker}`;

test('No two strategies look the same', () => {
  expect(strategyLooks).toHaveLength(shown.length);
  expect(new Set(strategyLooks.map((look) => `${look.colour} ${shapeOf(look)}`)).size).toBe(shown.length);
});

test('A strategy looks the same wherever it stands; lanes of the same have one colour and differ in shape', () => {
  const alone = laneLooks([{ strategy: 'pipeline' }]);
  const last = laneLooks([{ strategy: 'wire' }, { strategy: 'one-by-one' }, { strategy: 'pipeline' }]);
  expect(last[2]).toEqual(alone[0]);
  const eight = laneLooks(Array.from({ length: 8 }, () => ({ strategy: 'wire' })));
  expect(new Set(eight.map(({ colour }) => colour)).size).toBe(1);
  expect(new Set(eight.map(shapeOf)).size).toBe(8);
});

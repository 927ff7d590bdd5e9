import { readFileSync } from 'node:fs';

const read = (file: string) =>
  readFileSync(new URL(`../../client/src/shell/styles/${file}`, import.meta.url), 'utf8');
const usual = read('tokens.css');

export type TokenTheme = 'light' | 'dark';

/** Where colours are said, the first place that has one first. */
export const looks = { usual: [usual], presenting: [read('presenting.css'), usual] };
export type TokenLook = keyof typeof looks;

/** Linear red, green and blue of a colour token in a theme, 0 to 1. */
export function tokenColour(
  name: string,
  theme: TokenTheme,
  look: TokenLook = 'usual',
): [number, number, number] {
  const said = new RegExp(`--${name}:\\s*(?:light-dark\\((#\\w+),\\s*(#\\w+)\\)|(#\\w+));`);
  const value = looks[look].map((css) => said.exec(css)).find((found) => found !== null);
  const hex = value?.[3] ?? value?.[theme === 'light' ? 1 : 2];
  if (hex === undefined) throw new Error(`no colour --${name}`);
  const channel = (at: number) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

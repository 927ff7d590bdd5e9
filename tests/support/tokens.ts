import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('../../client/src/styles/tokens.css', import.meta.url), 'utf8');

export type Theme = 'light' | 'dark';

/** Linear red, green and blue of a colour token in a theme, 0 to 1. */
export function tokenColour(name: string, theme: Theme): [number, number, number] {
  const value = new RegExp(`--${name}:\\s*(?:light-dark\\((#\\w+),\\s*(#\\w+)\\)|(#\\w+));`).exec(css);
  const hex = value?.[3] ?? value?.[theme === 'light' ? 1 : 2];
  if (hex === undefined) throw new Error(`no colour --${name}`);
  const channel = (at: number) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseCss, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

const client = fileURLToPath(new URL('../../../client/', import.meta.url));
const primitives = readFileSync(join(client, 'src/shell/styles/primitives.css'), 'utf8');

/** Rules that repeat primitives, the classes that they stand for, and why they are better. */
const mayRepeat: Record<string, [classes: string, why: string]> = {
  'client/src/controls/FigureTable.svelte: td.measured': ['strong', 'a class of the column, computed'],
  'client/src/rooms/compare/lanes/LaneDifferences.svelte: label': ['strong', 'five labels'],
  'client/src/rooms/compare/lanes/LaneFacts.svelte: dd': ['strong', 'eight facts'],
  'client/src/rooms/compare/lanes/LaneFacts.svelte: dt': ['quiet', 'eight facts'],
  'client/src/rooms/runs/ComparedRuns.svelte: p, span, .words': ['quiet small', 'ten elements'],
  'client/src/shell/ConnectionNotice.svelte: .lost': ['alarming', 'over what it shares with other notices'],
};

/** Declarations of a primitive that a component may leave out, or say differently. */
const besides = ['gap', 'min-width', 'align-content', 'overflow-wrap', 'white-space'];

type Declarations = Map<string, string>;

const declarationsOf = ({ block }: AST.CSS.Rule): Declarations =>
  new Map(
    block.children.flatMap((one) => (one.type === 'Declaration' ? [[one.property, one.value] as const] : [])),
  );

/** What each primitive says, by its class. */
const says = new Map<string, Declarations>(
  parseCss(primitives).children.flatMap((rule) => {
    if (rule.type !== 'Rule') return [];
    const name = /^:where\(\.([\w-]+)/.exec(primitives.slice(rule.prelude.start, rule.prelude.end))?.[1];
    return name === undefined ? [] : [[name, declarationsOf(rule)] as const];
  }),
);

/** True for elements and classes alone: a class cannot stand for a state, nor for what another component made. */
const isPlain = ({ prelude }: AST.CSS.Rule): boolean =>
  prelude.children
    .flatMap(({ children }) => children.flatMap(({ selectors }) => selectors))
    .every(({ type }) => type === 'TypeSelector' || type === 'ClassSelector');

/** The primitives that say all of this; none where something is left that they do not say. */
function standIns(declared: Declarations): string[] {
  const left = new Map(declared);
  const found = [...says].filter(([, said]) => {
    const needed = [...said].filter(([property]) => !besides.includes(property));
    const isSaid = needed.every(([property, value]) => declared.get(property) === value);
    if (isSaid) for (const property of said.keys()) left.delete(property);
    return isSaid;
  });
  return left.size === 0 ? found.map(([name]) => name) : [];
}

/** Rules of a component that say only what primitives say, each with the classes to write instead. */
function repeatedIn(source: string): [selector: string, classes: string[]][] {
  const rules = parse(source, { modern: true }).css?.children ?? [];
  return rules.flatMap((rule): [string, string[]][] => {
    if (rule.type !== 'Rule' || !isPlain(rule)) return [];
    const classes = standIns(declarationsOf(rule));
    return classes.length === 0 ? [] : [[source.slice(rule.prelude.start, rule.prelude.end), classes]];
  });
}

test('A component names a primitive, and does not write its rule again', () => {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.svelte'),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    repeatedIn(readFileSync(join(client, file), 'utf8')).map(([selector, classes]) => [
      `client/${file}: ${selector.replace(/\s+/g, ' ')}`,
      classes.join(' '),
    ]),
  );
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(mayRepeat).map(([rule, [classes]]) => [rule, classes])),
  );
});

test.each([
  ['p { color: var(--ink-quiet); font-size: var(--small); }', ['quiet', 'small']],
  ['.names li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; }', ['row']],
  ['p { color: var(--ink-quiet); margin-top: 1rem; }', null],
  ['p { gap: 1rem; min-width: 0; }', null],
  ['p:empty { font-size: var(--small); }', null],
  ['@media (max-width: 599px) { p { font-size: var(--small); } }', null],
])('the rule %s is that of the classes %j', (rule, classes) => {
  const source = `<ul class="names"><li><p>text</p></li></ul>\n<style>\n${rule}\n</style>\n`;
  expect(repeatedIn(source).map(([, found]) => found)).toEqual(classes === null ? [] : [classes]);
});

import { expect, test } from 'vitest';
import { inCallersWords } from '../../server/terminal/callers-words.ts';

test.each([
  ['npm run bench -- --strategy pipeline -P 64', 'roundtrip bench --strategy pipeline -P 64'],
  ['Try npm start -- --help.', 'Try roundtrip start --help.'],
  ['npm run -s report -- r.json --csv -', 'roundtrip report r.json --csv -'],
  ['npm run recipes NAME', 'roundtrip recipes NAME'],
  [
    'Usage: npm run bench -- [options]        or: roundtrip bench [options]',
    'Usage: roundtrip bench [options]',
  ],
  ['Usage: npm run recipes [NAME]        or: roundtrip recipes [NAME]', 'Usage: roundtrip recipes [NAME]'],
  // No command of a package that is installed.
  ['npm run bench:engine, npm run build', 'npm run bench:engine, npm run build'],
])('%s is, to who calls it by its name, %s', (script, named) => {
  expect(inCallersWords(script, true)).toBe(named);
  expect(inCallersWords(script, false)).toBe(script);
});

test('A script of a clone is no call by name', () => {
  expect(inCallersWords('npm run bench')).toBe('npm run bench');
});

import { expect, test } from 'vitest';
import { nameOfProgram } from '../../server/profile/judge-recording.ts';

test.each([
  ['node app.js', '/usr/bin/node src/app.js --token zebrafish'],
  ['node app.test.mts', 'node --import tsx tests/app.test.mts'],
  ['npx', 'npx vitest run'],
  ['node', 'node --title zebrafish'],
  ['node x.mjs', 'node --title zebrafish x.mjs'],
  ['env app.js', 'env TOKEN=zebrafish.js node app.js'],
  ['node', 'node -e zebrafish.js'],
])('a program is called %s', (name, words) => {
  expect(nameOfProgram(words.split(' '))).toBe(name);
});

test('a command line for a shell is no name', () => {
  expect(nameOfProgram(['sh', '-c', 'node app.mjs --token=zebrafish'])).toBe('sh');
  expect(nameOfProgram(['sh', '-c', 'zebrafish node app.mjs'])).toBe('sh');
});

import { expect, test } from 'vitest';
import { inCallersWords, ownInstallation } from '../../server/terminal/callers-words.ts';
import { localCommand } from '../../shared/plan/command-lines/local-command.ts';

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

test.each([
  [{}, false, 'npm run profile --', 'npm start --'],
  [{}, true, 'npx --no -- roundtrip profile', 'npx --no -- roundtrip start'],
  [
    { ROUNDTRIP_IMAGE: '1' },
    true,
    'docker run --rm --network host -v "$PWD":/data roundtrip profile',
    'docker run --rm --network host -v "$PWD":/data roundtrip start',
  ],
])(
  'A server with the environment %j, started by its own name: %s, is called by %s',
  (env, ownName, ...lines) => {
    const installation = ownInstallation(env, ownName);
    expect([localCommand(installation, 'profile'), localCommand(installation, 'start')]).toEqual(lines);
  },
);

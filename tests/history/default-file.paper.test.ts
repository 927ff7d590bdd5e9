import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultHistoryFile } from '../../server/http/options.ts';

test.each([
  ['linux', { HOME: '/home/a' }, '/home/a/.local/share/roundtrip/history.sqlite'],
  ['linux', { HOME: '/home/a', XDG_DATA_HOME: '/data' }, '/data/roundtrip/history.sqlite'],
  ['linux', { HOME: '/home/a', XDG_DATA_HOME: '' }, '/home/a/.local/share/roundtrip/history.sqlite'],
  ['linux', { HOME: '/home/a', XDG_DATA_HOME: 'data' }, '/home/a/.local/share/roundtrip/history.sqlite'],
  ['darwin', { HOME: '/Users/a' }, '/Users/a/Library/Application Support/Roundtrip/history.sqlite'],
  ['win32', { HOME: '/a', LOCALAPPDATA: '/local' }, '/local/Roundtrip/history.sqlite'],
  ['win32', { HOME: '/a' }, '/a/AppData/Local/Roundtrip/history.sqlite'],
] as const)('on %s with %o: %s', (platform, env, file) => {
  expect(defaultHistoryFile(env, platform)).toBe(file);
});

test('without HOME the system is asked', () => {
  expect(defaultHistoryFile({}, 'linux')).toBe(join(homedir(), '.local/share/roundtrip/history.sqlite'));
});

import { expect, test } from 'vitest';
import { needsServer, programFor } from '../../server/setup/entries.mjs';
import { decide, installCommands, installLine, packageManagerOf } from '../../server/setup/platform.mjs';

test.each([
  ['linux', ['apt-get'], 'apt-get'],
  ['linux', ['dnf', 'brew'], 'dnf'],
  ['linux', ['brew'], 'brew'],
  ['darwin', ['brew'], 'brew'],
  ['darwin', ['apt-get'], null],
  ['linux', [], null],
] as const)('on %s with %j, the package manager is %s', (platform, installed, manager) => {
  expect(packageManagerOf(platform, (name) => installed.some((other) => other === name))).toBe(manager);
});

test.each([
  ['apt-get', false, 'sudo apt-get update && sudo apt-get install -y --no-install-recommends redis-server'],
  ['apt-get', true, 'apt-get update && apt-get install -y --no-install-recommends redis-server'],
  ['dnf', false, 'sudo dnf install -y valkey'],
  ['apk', true, 'apk add --no-cache redis'],
  ['pacman', false, 'sudo pacman -Sy && sudo pacman -S --noconfirm --needed valkey'],
  ['brew', false, 'brew install redis'],
] as const)('the line to type for %s (root: %s) is %s', (manager, isRoot, line) => {
  expect(installLine(manager, 'redis', isRoot)).toBe(line);
});

test('the next package is tried where the first is not carried', () => {
  const { refresh, candidates } = installCommands('apt-get', 'redis');
  expect(refresh?.slice(0, 2)).toEqual(['apt-get', 'update']);
  expect(candidates.map((command) => command.at(-1))).toEqual(['redis-server', 'valkey-server']);
});

const root = { manager: 'apt-get', isRoot: true, isTerminal: false, hasSudo: false } as const;
test.each([
  ['root without a terminal: nobody to ask', root, 'install'],
  ['root in a terminal', { ...root, isTerminal: true }, 'ask'],
  ['a user with sudo in a terminal', { ...root, isRoot: false, isTerminal: true, hasSudo: true }, 'ask'],
  ['a user without sudo', { ...root, isRoot: false, isTerminal: true }, 'stop'],
  [
    'a user without a terminal: sudo could not ask for a password',
    { ...root, isRoot: false, hasSudo: true },
    'stop',
  ],
  ['no package manager', { ...root, manager: null }, 'stop'],
  ['Homebrew in a terminal', { ...root, manager: 'brew', isRoot: false, isTerminal: true }, 'ask'],
  ['Homebrew as root, which it refuses', { ...root, manager: 'brew' }, 'stop'],
] as const)('%s', (_, machine, decision) => {
  expect(decide(machine)).toBe(decision);
});

test.each([
  ['bench', [], {}, true],
  ['bench', ['-c', '10'], {}, true],
  ['bench', ['--url', 'redis://h'], {}, false],
  ['bench', ['--url=redis://h'], {}, false],
  ['bench', ['-u', 'redis://h'], {}, false],
  ['bench', ['-uredis://h'], {}, false],
  ['bench', ['--help'], {}, false],
  ['bench', ['-h'], {}, false],
  ['bench', [], { ROUNDTRIP_URL: 'redis://h' }, false],
  ['report', ['result.json'], {}, false],
  ['start', ['--profile', '--', 'node', 'app.js', '--url', 'x'], {}, true],
] as const)('for %s with %j and %j a private server is needed: %s', (command, args, env, needed) => {
  expect(needsServer(command, args, env)).toBe(needed);
});

test('start is the server with the page, everything else the command line', () => {
  expect(programFor('start', ['--port', '1'])).toEqual({
    entry: 'dist/server/http/main.js',
    words: ['--port', '1'],
  });
  expect(programFor('bench', ['-q'])).toEqual({ entry: 'dist/server/cli/main.js', words: ['bench', '-q'] });
});

import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readOptions } from '../../server/http/options.ts';
import { helpText } from '../../server/terminal/options/help.ts';
import { start } from '../../server/terminal/options/start.ts';
import { UsageError } from '../../server/terminal/usage-error.ts';

test('by default: a private Redis on the usual port, for this machine alone', () => {
  expect(readOptions([], { HOME: '/home/a', XDG_DATA_HOME: '/data' })).toEqual({
    history: '/data/roundtrip/history.sqlite',
    port: 4173,
    portMayMove: true,
    host: '127.0.0.1',
    url: null,
    join: null,
    namedTargets: [],
    allowedHosts: [],
    token: undefined,
    logLevel: 'warn',
    trustProxy: false,
    profile: null,
  });
});

test('a program to record comes after --, with words of its own; PORT is its business', () => {
  const words = [
    '--profile',
    '--ignore',
    'a',
    '--ignore=b',
    '--route=/stats/:name',
    '--',
    'node',
    'app.js',
    '--port',
    '1',
    '--',
    'x',
  ];
  expect(readOptions(words, { PORT: '5000' })).toMatchObject({
    port: 4173,
    profile: {
      command: ['node', 'app.js', '--port', '1', '--', 'x'],
      ...{ share: 0.03, durationMs: null, ignored: ['a', 'b'], routes: ['/stats/:name'], traceFile: null },
    },
  });
  const more = ['--budget', '100%', '--duration', '30s', '--trace', 'app.trace', '--port', '1'];
  expect(readOptions([...more, '--profile', '--', 'npm', 'start'], {})).toMatchObject({
    port: 1,
    profile: { share: 1, durationMs: 30_000, traceFile: 'app.trace' },
  });
});

test.each([
  [['--profile'], 'which program? npm start -- --profile -- node app.js'],
  [['--profile', '--'], 'which program?'],
  [['--profile', 'node', 'app.js'], 'a program comes after --, as in npm start -- --profile -- node app.js'],
  [['--', 'node', 'app.js'], '-- node is for a program that is recorded: npm start -- --profile'],
  [['--trace', 'x'], '--trace is for a program that is recorded'],
  [['--profile', '--budget', '3', '--', 'node'], '--budget takes a share such as 3%'],
  [['--profile', '--route', 'stats', '--', 'node'], '--route takes a path such as /api/stats/:name'],
  [['--profile', '--duration', 'x', '--', 'node'], '--duration takes a time'],
  [['--profile', '--assert', 'x', '--', 'node'], 'roundtrip profile --read FILE --assert …'],
  [
    ['--profile', '--html=x', '--', 'node'],
    '--html is for roundtrip profile: it needs a program that has ended',
  ],
  [['--url', 'redis://a', '--url=redis://b'], '-u, --url is given more than once, and takes one value'],
  [['--profile', '--read', 'x'], '--read is for roundtrip profile: it takes the place of a program'],
])('%j is refused: %s', (words, said) => {
  expect(() => readOptions(words, {})).toThrow(said);
});

test('the environment says the same as the options, which come first', () => {
  const env = {
    PORT: '5000',
    ROUNDTRIP_HOST: '0.0.0.0',
    ROUNDTRIP_URL: 'redis://a',
    ROUNDTRIP_JOIN: 'redis://control-a',
  };
  expect(readOptions([], env)).toMatchObject({
    port: 5000,
    portMayMove: false,
    host: '0.0.0.0',
    url: 'redis://a',
    join: 'redis://control-a',
  });
  const words = ['--port', '6000', '--host=::1', '--url', 'redis://b', '--join', 'redis://control-b'];
  expect(readOptions(words, env)).toMatchObject({
    port: 6000,
    host: '::1',
    url: 'redis://b',
    join: 'redis://control-b',
  });
});

test.each([
  [['--trust-proxy'], {}],
  [[], { ROUNDTRIP_TRUST_PROXY: '1' }],
])('%j with %j believes the proxy before the server', (args, env) => {
  expect(readOptions(args, env)?.trustProxy).toBe(true);
});

test('an empty variable says nothing', () => {
  const env = {
    PORT: '',
    ROUNDTRIP_HOST: '',
    ROUNDTRIP_URL: '',
    ROUNDTRIP_JOIN: '',
    ROUNDTRIP_TOKEN: '',
    ROUNDTRIP_LOG: '',
  };
  expect(readOptions([], env)).toEqual(readOptions([], {}));
});

test('names to be called by are listed with commas or spaces', () => {
  expect(readOptions([], { ROUNDTRIP_ALLOWED_HOSTS: 'a.example, b:80  c' })?.allowedHosts).toEqual([
    'a.example',
    'b:80',
    'c',
  ]);
});

test.each([
  [[], { ROUNDTRIP_HISTORY: '/a/b.sqlite' }, '/a/b.sqlite'],
  [['--history', '/c.sqlite'], { ROUNDTRIP_HISTORY: '/a/b.sqlite' }, '/c.sqlite'],
  [['--history', 'here.sqlite'], {}, join(process.cwd(), 'here.sqlite')],
  [['--history', 'off'], { ROUNDTRIP_HISTORY: '/a/b.sqlite' }, null],
  [[], { ROUNDTRIP_HISTORY: 'off' }, null],
])('the history of %j and %j is kept in %s', (args, env, file) => {
  expect(readOptions(args, env)?.history).toBe(file);
});

test('localhost is one address', () => {
  expect(readOptions(['--host', 'localhost'], {})?.host).toBe('127.0.0.1');
});

test.each([['--help'], ['-h']])('%s asks for the help alone', (flag) => {
  expect(readOptions([flag], {})).toBeNull();
});

test('the help names every variable', () => {
  const help = helpText(start, null);
  const variables = [
    'HOST',
    'URL',
    'JOIN',
    'HISTORY',
    'TRUST_PROXY',
    'TOKEN',
    'TARGETS',
    'ALLOWED_HOSTS',
    'LOG',
  ];
  for (const name of ['PORT', ...variables.map((one) => `ROUNDTRIP_${one}`)]) expect(help).toContain(name);
});

test.each([
  [['--prot', '1'], 'there is no option --prot: did you mean --port? All options: npm start -- --help'],
  [['--password', 'x'], 'a password stands in the address: -u redis://[USER:PASSWORD@]HOST'],
  [['redis://a'], 'an address is given by -u: -u redis://HOST:PORT'],
  [['-u'], '-u, --url needs a value (URL)'],
])('%j is refused as by every command: %s', (words, said) => {
  expect(() => readOptions(words, {})).toThrow(said);
});

test('-u is --url', () => {
  expect(readOptions(['-u', 'redis://a'], {})?.url).toBe('redis://a');
});

test.each([
  [['--port', '70000'], {}, '65535'],
  [['--port', '-1'], {}, 'port'],
  [['--port', '80x'], {}, '80x'],
  [['--port'], {}, 'port'],
  [[], { PORT: 'http' }, 'http'],
  [['--host', 'http://x'], {}, 'host'],
  [['--no-such-option'], {}, '--no-such-option'],
  [['something'], {}, 'something'],
  [[], { ROUNDTRIP_TOKEN: 'short' }, 'ROUNDTRIP_TOKEN'],
  [[], { ROUNDTRIP_TOKEN: 'with a space' }, 'ROUNDTRIP_TOKEN'],
  [[], { ROUNDTRIP_LOG: 'loud' }, 'loud'],
  [[], { ROUNDTRIP_TRUST_PROXY: 'yes' }, 'ROUNDTRIP_TRUST_PROXY'],
])('%j with %j is wrong usage, which names %s', (args, env, named) => {
  expect(() => readOptions(args, env)).toThrow(UsageError);
  expect(() => readOptions(args, env)).toThrow(named);
});

test('a token is not repeated in an error', () => {
  const thrown = vi.fn((error: Error) => error.message);
  try {
    readOptions([], { ROUNDTRIP_TOKEN: 'my secret' });
  } catch (error) {
    thrown(error as Error);
  }
  expect(thrown).toHaveReturnedWith(expect.not.stringContaining('my secret'));
});

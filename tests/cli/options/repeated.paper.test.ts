import { expect, test } from 'vitest';
import { commands } from '../../../server/cli/commands/index.ts';
import { readCall } from '../../../server/terminal/options/option-words.ts';

const loaded = await Promise.all(commands.map(async ({ name, load }) => [name, await load()] as const));

test.each(loaded)('%s: a second value of an option that takes one is refused by its name', (_, command) => {
  for (const { name, argument, repeatable } of command.options.filter(({ takesTwo }) => !takesTwo)) {
    const twice = () => readCall([`--${name}=a`, `--${name}=b`], command);
    if (argument && !repeatable)
      expect(twice).toThrow(`--${name} is given more than once, and takes one value: `);
    else if (argument) expect(twice().values.get(name)).toEqual(['a', 'b']);
    else expect(readCall([`--${name}`, `--${name}`], command).values.has(name)).toBe(true);
  }
});

const bench = loaded.find(([name]) => name === 'bench')?.[1];
test.each([
  [['--strategy', 'multi', '--strategy', 'pipeline'], 'as in --strategy multi,pipeline'],
  [
    ['-t', 'get', '--tests', 'set'],
    '-t, --tests is given more than once, and takes one value: several go into one',
  ],
  [['--rtt', '1ms', '--rtt', '5ms'], 'as in --rtt 1ms,5ms'],
  [['-u', 'A', '--url', 'B'], '-u, --url is given more than once, and takes one value: give one of them'],
])('%j: says what is right', (words, said) => {
  if (!bench) throw new Error('there is bench');
  expect(() => readCall(words, bench)).toThrow(said);
});

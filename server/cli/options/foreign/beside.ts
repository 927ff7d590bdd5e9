import { redact } from '../../../redis/connection/redact.ts';
import type { BenchOption } from '../../../terminal/options/option.ts';
import type { OptionValues } from '../../../terminal/options/option-words.ts';
import type { EqualLine } from './equal-line.ts';

/** Options of which one says what the others say as well. */
const families = [
  ['requests', 'duration'],
  ['url', 'target'],
  ['tests', 'command', 'weight', 'ratio', 'mix'],
];

/** Puts options that stand beside a line of another tool in place of what that says. */
export function putBeside(line: EqualLine, own: OptionValues, options: readonly BenchOption[]): void {
  const replaced = new Set([
    ...own.keys(),
    ...families.filter((family) => family.some((name) => own.has(name))).flat(),
  ]);
  line.drop(
    options
      .filter(({ name }) => replaced.has(name))
      .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]),
  );
  for (const { name, argument } of options)
    for (const value of own.get(name) ?? [])
      line.add(`--${name}`, argument === undefined ? null : name === 'url' ? redact(value) : value);
}

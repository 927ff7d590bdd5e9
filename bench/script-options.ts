import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Of extends Options> = ReturnType<typeof parseArgs<{ options: Of }>>['values'];

const isNumber = (text: unknown) => typeof text === 'string' && /^\d+(\.\d+)?$/.test(text);

/**
 * The options of a script. One whose default is a number takes numbers. Where a word is wrong, says what would be right,
 * and ends the process with 2.
 */
export function scriptOptions<const Of extends Options>(options: Of): Values<Of> {
  try {
    const { values } = parseArgs({ options });
    for (const [name, value] of Object.entries(values))
      if (isNumber(options[name]?.default) && !isNumber(value))
        throw new TypeError(`Option '--${name}' takes a number, not '${String(value)}'`);
    return values;
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. To specify')[0] ?? '') : String(error);
    wrongUsage(`${message}. Options: ${Object.entries(options).map(asWords).join(', ')}`);
  }
}

/** Ends the process with 2 and this sentence. */
export function wrongUsage(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const asWords = ([name, { type, default: usual }]: [string, Options[string]]) =>
  `--${name}${type === 'boolean' ? '' : usual === undefined ? ' …' : ` ${String(usual)}`}`;

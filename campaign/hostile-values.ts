import * as fc from 'fast-check';

/** Texts that programs stumble over. */
const texts = [
  '',
  ' ',
  '\0',
  '\u001b[2J\u001b]0;X\u0007',
  '\u202Eevil',
  '\uD800',
  '=1+1',
  '../../etc/passwd',
  '%ff%fe',
  '%s%n',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '9'.repeat(400),
  'a'.repeat(100_000),
  '😀'.repeat(50),
  '<script>alert(1)</script>',
  "'; DROP TABLE entries; --",
];
const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
];

/** Anything that JSON can hold. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, ...texts, ...numbers),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(nested(50), nested(2000)),
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Lists in lists. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

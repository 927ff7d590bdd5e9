import { expect, test } from 'vitest';
import { attacks } from '../../campaign/attacks/index.ts';

/**
 * The campaign with a few cases of each attack, always the same ones: `npm run campaign` tries thousands. Each attack has
 * servers, folders and processes of its own, and mostly waits for them.
 */
test.concurrent.each(attacks.map((attack) => [attack.name, attack] as const))(
  '%s do not break the product',
  { timeout: 300_000 },
  async (_, attack) => {
    const { cases, failures } = await attack.run({ seed: 1, scale: 'short' });
    expect(failures).toEqual([]);
    expect(cases).toBeGreaterThan(0);
  },
);

import { isOfUnits, profileFigures, type ProfileAssertion } from '../../../../shared/profile/gate.ts';
import { UsageError } from '../../exit-codes.ts';
import { readAssertion } from './parse.ts';
import { AssertionInvalid, unknownName } from './quantity.ts';
import type { FigureToken } from './tokens.ts';

/**
 * Reads `profile.independent == 0`, `profile.tripsPerUnit['GET /cart/:id'] <= 3` or `profile.waitingMs < 20ms`. Without a
 * unit, a figure of units is the largest of all. Throws UsageError.
 */
export function parseProfileAssertion(text: string, label = '--assert'): ProfileAssertion {
  const example = 'profile.independent';
  const { left, comparator, right } = readAssertion(text, { example, factorOf }, label);
  const [factor, ...others] = [...left.over, ...left.under, ...right.over, ...right.under];
  if (!factor || others.length + left.under.length > 0 || left.coefficient === 0)
    throw new UsageError(
      `${label}: an assertion about a profile holds one figure against a number, as in ${example} == 0\n  ${text}`,
    );
  const { figure, unit } = factor;
  return { text, figure: figure.name, unit, comparator, bound: right.coefficient / left.coefficient };
}

function factorOf({ column, owner, figure, unit, rate }: FigureToken) {
  if (owner !== 'profile')
    throw new AssertionInvalid(column, unknownName('figure', owner, ['profile'], 'here all begin with'));
  const at = column + owner.length + 1;
  const name = profileFigures.find((one) => one === figure);
  if (name === undefined) throw new AssertionInvalid(at, unknownName('figure', figure, profileFigures));
  if (rate !== null) throw new AssertionInvalid(at, 'a profile has no rates: leave out what follows the @');
  if (unit !== null && !isOfUnits(name))
    throw new AssertionInvalid(at + name.length, `"${name}" counts sites of all units: leave out the [ ]`);
  return { figure: { name, unit: name.endsWith('Ms') ? 'time' : 'number' }, unit } as const;
}

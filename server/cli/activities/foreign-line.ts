import { InvalidInput } from '../../../shared/contract/parse.ts';
import { lastOf, readCall, type OptionValues, type WordTable } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';
import { benchBranch } from '../options/bench-branches.ts';
import { asWords, checkTaken } from '../options/branch.ts';
import type { ForeignLine } from '../options/foreign/index.ts';
import { CannotBeHad } from '../options/foreign/foreign-tool.ts';
import { describeChosen, parseBenchCall } from './bench-call.ts';
import { planInput, planOf } from './plan-of.ts';

/**
 * The options that a line of another tool is here, checked as `bench` checks them before it opens a server. Throws
 * CannotBeHad where it would refuse them.
 */
export function acceptedValues({ tool, line }: ForeignLine, table: WordTable): OptionValues {
  try {
    const { values } = readCall(line.words, table);
    checkTaken(asWords(values), benchBranch(values));
    // Each of several round trips has a plan of its own.
    const isSeries = lastOf(values, 'rtt')?.includes(',') === true;
    const given = asWords(new Map([...values].filter(([name]) => !(isSeries && name === 'rtt'))));
    const call = parseBenchCall(given);
    planOf(planInput(call, given), given, (plan) => describeChosen(call, plan), call.code);
    return values;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof InvalidInput)) throw error;
    throw new CannotBeHad(`this line of ${tool} cannot be had here: ${error.message}`);
  }
}

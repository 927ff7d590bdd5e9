import * as fc from 'fast-check';
import { parseBenchCall } from '../../server/cli/activities/bench-call.ts';
import { acceptedValues } from '../../server/cli/activities/foreign-line.ts';
import { planInput, planOf } from '../../server/cli/activities/plan-of.ts';
import { command as bench } from '../../server/cli/commands/bench.ts';
import { UsageError } from '../../server/cli/exit-codes.ts';
import { asWords } from '../../server/cli/options/branch.ts';
import { readForeign, type ForeignLine } from '../../server/cli/options/foreign/index.ts';
import { splitLine } from '../../server/cli/options/foreign/shell-line.ts';
import { describeChoice } from '../../server/redis/targets/choose-target.ts';
import { readCall, type OptionValues } from '../../server/terminal/options/option-words.ts';
import type { Plan } from '../../shared/contract/plan.ts';
import { casesAt, Findings, shown, type Attack } from '../attack.ts';
import { mutatedLines, wholeLines, type DrawnLine } from '../foreign/drawn-line.ts';

const secret = 'hunter2';

/** Lines as people paste them: no option is lost without a word, and the line that is shown is the run that is measured. */
export const foreignLines: Attack = {
  name: 'lines of other tools',
  about: 'lines drawn from the grammar of each tool, whole and mutated, with a shell around them',
  async run({ seed, scale }) {
    const found = new Findings();
    const count = casesAt(scale, { short: 500, pairs: 5000, full: 50_000 });
    const whole = fc.sample(wholeLines, { seed, numRuns: Math.ceil(count / 2) });
    const mutated = fc.sample(mutatedLines, { seed: seed + 1, numRuns: Math.floor(count / 2) });
    let taken = 0;
    for (const [index, line] of [...whole, ...mutated].entries()) {
      const seen = wrongWith(line);
      found.add(`case ${index}: --from ${line.tool} ${shown(line.text, 600)}`, seen.wrong);
      if (seen.isTaken) taken++;
    }
    found.notes.push(`${taken} of ${count} lines were taken, the others refused`);
    return Promise.resolve(found);
  },
};

interface Judged {
  wrong: string | null;
  isTaken: boolean;
}

function wrongWith({ tool, text, parts }: DrawnLine): Judged {
  try {
    const foreign = readForeign(tool, text);
    const values = acceptedValues(foreign, bench);
    return { wrong: faultOf(foreign, values, parts), isTaken: true };
  } catch (error) {
    return { wrong: faultOfRefusal(error, text, parts), isTaken: false };
  }
}

/** A refusal repeats no secret; that of a whole line is said by an option or a word. */
function faultOfRefusal(error: unknown, text: string, parts: DrawnLine['parts']): string | null {
  if (!(error instanceof UsageError))
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  const { message } = error;
  // A secret that is no longer behind its option is a word as any other.
  const isSecret = /^(?:(?!hunter2).)*-a (?:me:)?hunter2(?:(?!hunter2).)*$/s.test(text);
  if (isSecret && message.includes(secret)) return `repeats the secret: ${message}`;
  const words = [...new Set(text.split(/[\s=']+/))].filter((word) => /^-|[a-z]{3}/i.test(word));
  const isNamed = words.some((word) => message.includes(word)) || /--?[a-z]/.test(message);
  return parts.length === 0 || isNamed ? null : `is refused without a name: ${message}`;
}

function faultOf({ line }: ForeignLine, values: OptionValues, parts: DrawnLine['parts']): string | null {
  const differences = line.differences.join('\n');
  const plan = planFrom(values);
  const { workload, schedule } = plan;
  const lost = parts.filter(({ isIn }) => !isIn({ workload, schedule, shown: line.shown, differences }));
  if (lost.length > 0)
    return `is lost: ${lost.map(({ words }) => words.join(' ')).join('; ')}\n${line.shown}\n${differences}`;
  if (parts.length > 0 && `${line.shown}${differences}`.includes(secret))
    return `shows the secret: ${line.shown}\n${differences}`;
  const again = planFrom(shownValues(line.shown));
  return JSON.stringify(again) === JSON.stringify(plan)
    ? null
    : `shows another run than it carries out: ${line.shown}\n${JSON.stringify(again)}\n${JSON.stringify(plan)}`;
}

/** The options of the line that is shown, as a shell would give them. */
function shownValues(line: string): OptionValues {
  const [, url, words = ''] = /^(?:ROUNDTRIP_URL='([^']*)' )?npm run bench -- (.*)$/s.exec(line) ?? [];
  return readCall([...(url === undefined ? [] : [`--url=${url}`]), ...splitLine(words)], bench).values;
}

function planFrom(values: OptionValues): Plan {
  const given = asWords(values);
  const call = parseBenchCall(given);
  return planOf(planInput(call, given), given, () => describeChoice(call));
}

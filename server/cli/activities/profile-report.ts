import type { Profile } from '../../../shared/contract/profile.ts';
import { checkNewSites, judgeProfile } from '../../../shared/profile/gate.ts';
import { openProfile } from '../../../shared/profile/open-profile.ts';
import { withoutSource } from '../../../shared/profile/profile-of.ts';
import { profileReport } from '../../../shared/profile/report.ts';
import type { Check } from '../../../shared/report/block.ts';
import { readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import type { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';
import { settled } from '../gate/assertions/evaluate.ts';
import { parsePercent } from '../../terminal/options/values.ts';
import { parseProfileAssertion } from '../gate/assertions/profile.ts';

export type Judge = (profile: Profile) => Check[];

/** Reads what the profile is held against, before the program is started. Throws UsageError. */
export function judgeOf(values: OptionValues): Judge {
  const assertions = (values.get('assert') ?? []).map((text) => parseProfileAssertion(text));
  const file = lastOf(values, 'baseline');
  const baseline = file === null ? null : baselineIn(file);
  const allowed = values.has('allow-not-judged');
  if (allowed && !isGate(values))
    throw new UsageError('--allow-not-judged needs something to judge: --assert or --baseline');
  return (profile) =>
    settled(
      [
        ...assertions.map((assertion) => judgeProfile(assertion, profile)),
        ...(baseline && file !== null ? checkNewSites(baseline, profile, file) : []),
      ],
      !allowed,
    );
}

export const isGate = (values: OptionValues): boolean => values.has('assert') || values.has('baseline');

/** Share of a core that recording may take. A gate leaves nothing out, unless it is told to. Throws UsageError. */
export const shareIn = (values: OptionValues): number =>
  parsePercent(lastOf(values, 'budget') ?? (isGate(values) ? '100%' : '3%'), '--budget');

export const isPassed = (checks: readonly Check[]): boolean => checks.every(({ passed }) => passed !== false);

function baselineIn(file: string): Profile {
  try {
    return openProfile(readTextFile(file), { startedAt: '', program: '' }, ({ source }) =>
      withoutSource(source),
    ).profile;
  } catch (error) {
    throw new UsageError(`--baseline ${file}: ${messageOf(error)}`);
  }
}

interface Reporting {
  gate: Judge;
  outputs: Outputs;
  quiet: boolean;
  stream: 'stdout' | 'stderr';
}

/** Judges a profile, and writes it where it is read. Resolves with the checks. */
export function reportProfile(
  profile: Profile,
  { gate, outputs, quiet, stream }: Reporting,
  terminal: Terminal,
): Check[] {
  const checks = gate(profile);
  const report = profileReport(profile, checks);
  printDocument({ kind: 'blocks', report, result: profile, checks }, outputs, { quiet, stream }, terminal);
  return checks;
}

import type { ProfileFinding } from '../../../../shared/contract/profile.ts';
import { pastedLimits } from '../../../../shared/limits.ts';
import type { JudgedPaste, PastedFunction } from '../../../../shared/profile/pasted/judge-pasted.ts';
import type { ProfileMessages } from '../../messages/profile/en.ts';

type Refused = Extract<JudgedPaste, { state: 'refused' }>;
type Words = Pick<ProfileMessages, 'pasted' | 'report'>;

/** The reason why nothing is said of a pasted text. */
export function pasteRefusedInWords(refused: Refused, { pasted, report }: Words): string {
  const text = pasted.refused;
  const { count } = report.numbers;
  switch (refused.why) {
    case 'empty':
      return text.empty;
    case 'no-commands':
      return text.noCommands;
    case 'too-deep':
      return text.tooDeep;
    case 'too-long':
      return text.tooLong(count(refused.letters), count(pastedLimits.letters));
    case 'too-many':
      return text.tooMany(count(refused.most));
    case 'unparsed':
      return text.unparsed(String(refused.line), String(refused.column), refused.message);
  }
}

export function functionInWords({ name, line }: PastedFunction, { pasted }: Words): string {
  if (name !== '') return pasted.named(name);
  return line === 0 ? pasted.outside : pasted.unnamed(String(line));
}

export const linesInWords = (lines: readonly number[], { pasted, report }: Words): string =>
  lines.length === 1
    ? pasted.line(String(lines[0] ?? 0))
    : pasted.lines(report.numbers.list(lines.map(String)));

/** The lines of a finding, with the one that calls the function around them. */
export function placeOfPasted({ site, others }: ProfileFinding, words: Words): string {
  const lines = [...new Set([site, ...others].map(({ line }) => line))];
  const place = linesInWords(lines, words);
  const { caller } = site;
  return caller && !lines.includes(caller.line) ? words.pasted.from(place, String(caller.line)) : place;
}

/** The sentence about commands one after another, without a time. */
export function pastedFindingInWords(finding: ProfileFinding, words: Words): string {
  const { code, command, perUnit, tripsNeeded, runs = 1 } = finding;
  const { same, mixed, sentence, trips, tripsToday } = words.pasted;
  const { count, list } = words.report.numbers;
  const names = command.split('/');
  const what = names.length > 1 ? mixed(perUnit, list(names)) : same(perUnit, command);
  const where = placeOfPasted(finding, words);
  switch (code) {
    case 'independent-sequence': {
      const said = tripsNeeded === 1 ? sentence.independent : sentence.staged;
      return `${said(what, where)} ${trips(perUnit, count(tripsNeeded * runs))}`;
    }
    case 'dependent-sequence':
      return `${sentence.dependent(what, where)} ${tripsToday(perUnit)}`;
    case 'concurrent':
      return sentence.concurrent(what, where);
    case 'batched':
      return sentence.batched(what, where);
    case 'held':
    case 'sequence':
      return `${sentence.unsure(what, where)} ${tripsToday(perUnit)}`;
  }
}

/** The reasons for it, with the line that they are about. That no reply is needed stands in the sentence itself. */
export const whyOfPasted = ({ reasons, spot }: ProfileFinding, { pasted, report }: Words): string =>
  [
    ...reasons.flatMap((reason) => (reason === 'no-key-from-reply' ? [] : report.reason[reason])),
    ...(spot ? [report.spot(pasted.line(String(spot.line)), spot.name)] : []),
  ].join(' ');

import type { UnusableReason } from '../contract/enums.ts';
import type { ErrorDetails } from '../contract/http.ts';
import type { ProblemReason } from '../contract/problem-reason.ts';
import { say, type WordsOf } from './words.ts';

/** Codes of answers that are no success and whose reason needs no more words than the code and its figures. */
type RefusalCode =
  | 'run_in_progress'
  | 'too_few_agents'
  | 'no_control'
  | 'no_run'
  | 'no_such_run'
  | 'not_finished'
  | 'no_lesson'
  | 'no_such_lesson'
  | 'no_search'
  | 'no_such_entry'
  | 'outcome_known'
  | 'too_many_guesses'
  | 'too_many_votes'
  | 'presenter_only'
  | 'foreign_request'
  | 'body_too_large'
  | 'too_many_requests'
  | 'history_unusable'
  | 'not_our_address'
  | 'no_such_format'
  | 'not_found'
  | 'internal';

/** The server's refusals in a language that it does not write itself. */
export interface RefusalWords {
  byCode: Readonly<Record<RefusalCode, (details: ErrorDetails) => string>>;
  /** Why a target cannot be measured. */
  ofTarget: Readonly<Record<UnusableReason, (address: string) => string>>;
  ofField: ProblemWords;
}

/** Why a field of a document is wrong. */
export type ProblemWords = WordsOf<ProblemReason>;

/** The refusal in these words; the server's own sentences where there are none for it. */
export function translateRefusal(details: ErrorDetails, words: RefusalWords): ErrorDetails {
  const { problems } = details;
  const message = sayRefusal(details, words);
  if (!problems) return { ...details, message };
  return {
    ...details,
    message,
    problems: problems.map((problem) =>
      problem.reason ? { ...problem, message: say(problem.reason, words.ofField) } : problem,
    ),
  };
}

function sayRefusal(details: ErrorDetails, { byCode, ofTarget }: RefusalWords): string {
  if (details.target) return ofTarget[details.target.reason](details.target.address);
  const words: Readonly<Record<string, (typeof byCode)[RefusalCode] | undefined>> = byCode;
  return words[details.code]?.(details) ?? details.message;
}

import type { ProblemReason } from '../../../shared/contract/problem-reason.ts';
import type { Messages } from '../messages/en.ts';

/** What is wrong with a custom command; `null`: nothing, or the line is still empty and is asked for where it is written. */
export function customFaultInWords(reason: ProblemReason | null, text: Messages['lane']): string | null {
  switch (reason?.code) {
    case 'custom-command-quote':
      return text.customQuote;
    case 'custom-command-placeholder':
      return text.customPlaceholder(reason.word);
    case 'custom-command-foreign-key':
      return text.customForeignKey(reason.key);
    case 'custom-command-keyless':
      return text.customKeyless(reason.command.toUpperCase());
    case 'custom-command-refused':
      return text.customRefused(reason.command.toUpperCase());
  }
  return null;
}

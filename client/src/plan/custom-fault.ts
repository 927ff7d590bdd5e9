import type { CustomCommandFault } from '../../../shared/plan/check/custom-command.ts';
import type { Messages } from '../messages/en.ts';

/** `null`: there is none, or the line is still empty: it is asked for where it is written. */
export const customFaultInWords = (
  fault: CustomCommandFault | null,
  text: Messages['lane'],
): string | null => {
  if (fault === null || fault.why === 'empty') return null;
  if (fault.why === 'quote') return text.customQuote;
  return fault.why === 'placeholder' ? text.customPlaceholder(fault.word) : text.customCannotBeSent;
};

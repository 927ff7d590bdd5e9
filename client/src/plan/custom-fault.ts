import type { CustomCommandFault } from '../../../shared/plan/check/custom-command.ts';
import type { Messages } from '../messages/en.ts';

/** `null`: there is none, or the line is still empty: it is asked for where it is written. */
export const customFaultInWords = (
  fault: CustomCommandFault | null,
  text: Messages['lane'],
): string | null => {
  if (fault === null || fault.why === 'empty') return null;
  if ('word' in fault) return fault.why === 'quote' ? text.customQuote : text.customPlaceholder(fault.word);
  if ('key' in fault) return text.customForeignKey(fault.key);
  const command = fault.command.toUpperCase();
  return fault.why === 'keyless' ? text.customKeyless(command) : text.customRefused(command);
};

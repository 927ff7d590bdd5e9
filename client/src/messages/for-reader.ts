import { defaultClient, type ClientId } from '../../../shared/contract/enums.ts';
import type { StrategyDescription, TargetDescription } from '../../../shared/contract/http.ts';
import { clusterTarget, serverPlanTarget } from '../../../shared/contract/private-server.ts';
import type { Messages } from './en.ts';

/** A strategy as its reader is to read it: in the words of the page's language where there are any. */
export function inReadersWords(
  strategy: StrategyDescription,
  messages: Pick<Messages, 'strategy'>,
): StrategyDescription {
  const words = messages.strategy(strategy.id);
  if (!words) return strategy;
  return { ...strategy, ...words, semantics: { ...strategy.semantics, ...words.semantics } };
}

/** What a strategy does, without how ioredis is told to where another library carries it out. */
export const summaryWith = (summary: string, client: ClientId = defaultClient): string =>
  client === defaultClient ? summary : summary.replace(/\s*[(（]ioredis[:：].*[)）](?=[.。]$)/, '');

/** A target likewise: those of ours that have no name of their own. */
export function targetForReader(
  target: TargetDescription,
  { targets }: Pick<Messages, 'targets'>,
): TargetDescription {
  const { id, kind, version = '' } = target;
  if (kind === 'embedded' && id === serverPlanTarget)
    return { ...target, label: targets.server(target.label, version) };
  if (kind === 'cluster' && id === clusterTarget) return { ...target, label: targets.cluster(target.label) };
  return target;
}

/**
 * When something was measured, as readers of the page's language write it: in the browser's own variant of that
 * language (en-GB, zh-TW), where it has one.
 */
/** The day of a moment, as the reader writes it: 29 Nov 2026. */
export const dayInWords = (moment: string, language: string): string =>
  new Date(moment).toLocaleDateString(language, { dateStyle: 'medium' });

export function momentInWords(
  startedAt: string,
  language: string,
  variants: readonly string[] = navigator.languages,
  form: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' },
): string {
  const locale = variants.find((one) => one.split('-')[0] === language) ?? language;
  return new Date(startedAt).toLocaleString(locale, form);
}

import { differs, resultWithoutPrivate, withoutPrivateTexts } from '../../../shared/plan/private-result.ts';
import sharedFields from '../../../shared/plan/shared-fields.ts';
import type { Shared } from './shared.ts';

/** What is shared as others may see it, decided here for every picture, text, link and file. */
export function withoutPrivate(shared: Shared): Shared {
  switch (shared.kind) {
    case 'run':
      return { ...shared, result: resultWithoutPrivate(shared.result) };
    case 'lesson': {
      const { outcome } = shared;
      const plan = (outcome.load ?? outcome.distances)?.plan;
      return { ...shared, outcome: withoutPrivateTexts(outcome, sharedFields.lesson, { plan }) };
    }
    case 'search': {
      const { shown } = shared;
      const plan = { target: shown.order.target, lanes: [] };
      return { ...shared, shown: withoutPrivateTexts(shown, sharedFields.search, { plan }) };
    }
  }
}

/** Whether something is private in it. */
export const hasPrivate = (shared: Shared): boolean => differs(shared, withoutPrivate(shared));

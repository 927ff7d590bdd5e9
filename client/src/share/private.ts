import { describeAnswer } from '../../../shared/search/describe.ts';
import {
  differs,
  hiding,
  resultWithoutPrivate,
  withoutAgents,
  withoutTarget,
  withoutTexts,
} from './private-result.ts';
import type { Shared } from './shared.ts';

/** What is shared as others may see it, decided here for every picture, text, link and file. */
export function withoutPrivate(shared: Shared): Shared {
  switch (shared.kind) {
    case 'run': {
      const hide = hiding(shared.result);
      const { text, fastest, latency, more } = shared.said;
      const said = {
        text: hide(text),
        more: hide(more),
        ...(fastest === undefined ? {} : { fastest: hide(fastest) }),
        ...(latency === undefined ? {} : { latency: hide(latency) }),
      };
      return { ...shared, result: resultWithoutPrivate(shared.result), said };
    }
    case 'lesson': {
      const { environment } = shared;
      return { ...shared, environment: environment && withoutAgents(environment) };
    }
    case 'search': {
      const { shown, words, answer } = shared;
      const order = { ...withoutTarget(shown.order), workload: withoutTexts(shown.order.workload) };
      const recommendation = shown.advice?.recommendation;
      return {
        ...shared,
        shown: { ...shown, order },
        answer: recommendation ? describeAnswer(order, recommendation, words) : answer,
      };
    }
  }
}

/** Whether something is private in it. */
export const hasPrivate = (shared: Shared): boolean => differs(shared, withoutPrivate(shared));

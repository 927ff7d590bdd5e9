import { isOfPlan } from '../../../../shared/contract/enums.ts';
import type { EntrySummary, HistoryEntry } from '../../../../shared/contract/history.ts';
import type { PageSession } from '../../connection/page-session.svelte.ts';
import type { Messages } from '../../messages/en.ts';
import { aboutSearch } from '../../outcomes/search/about.ts';
import { sharedFacts } from '../../plan/plan-facts.ts';
import { doubtInWords } from '../../../../shared/report/doubts.ts';
import { asSentence } from '../../../../shared/words/as-sentence.ts';
import { gainInWords } from '../../../../shared/search/names.ts';
import { runAnswerInWords } from '../../../../shared/report/answer.ts';

type Of<Code> = Extract<EntrySummary, { code: Code }>;
type Session = Pick<PageSession, 'labelOf' | 'nameOfMeasured'>;

/** What came out, which is the title of an entry, and of what. */
export interface EntryInWords {
  outcome: string;
  of: string;
}

interface Way {
  strategy: string;
  batchSize?: number | null;
}

/** What a line of the list says, in the reader's language. */
export class EntryWords {
  readonly #messages: Messages;
  readonly #session: Session;
  readonly #titleOf: (recipe: string) => string;

  constructor(messages: Messages, session: Session, titleOf: (recipe: string) => string) {
    this.#messages = messages;
    this.#session = session;
    this.#titleOf = titleOf;
  }

  /** `null`: there is none but the text that was stored, in English. */
  summary(entry: HistoryEntry): EntryInWords | null {
    switch (entry.said?.code) {
      case 'run':
        return { outcome: this.#outcome(entry.said, entry.lanes), of: this.#sent(entry.said, entry.lanes) };
      case 'lesson':
        return this.#ofLesson(entry.said, entry.about);
      case 'load-curve':
        return this.#ofLoad(entry.said);
      case 'distances':
        return this.#ofDistances(entry.said);
      case 'search':
        return this.#ofSearch(entry.said);
      case undefined:
        return null;
    }
  }

  /** What makes its figures doubtful, a sentence each: of lanes alone where nothing is of the whole. */
  doubts({ said, lanes }: Pick<HistoryEntry, 'said' | 'lanes'>): string[] {
    const nameOf = (id: string) => {
      const lane = lanes.find((one) => one.id === id);
      return lane ? this.lane(lane) : id;
    };
    const all = said?.doubts ?? [];
    const ofWhole = all.filter(({ lane }) => lane === null);
    return (ofWhole.length > 0 ? ofWhole : all).map((doubt) =>
      asSentence(doubtInWords(doubt, nameOf, this.#messages.words)),
    );
  }

  /** A lane of a run, or a way that a search compared. */
  lane(lane: HistoryEntry['lanes'][number]): string {
    return lane.batchSize === undefined ? this.#session.nameOfMeasured(lane) : this.#way(lane);
  }

  /** The target that was measured, where it is one of ours that everybody knows. */
  about({ about }: Pick<HistoryEntry, 'about'>): string {
    const ours: Partial<Record<string, string>> = this.#messages.targets.ids;
    return ours[about] ?? about;
  }

  #sent(said: Of<'run'>, lanes: HistoryEntry['lanes']): string {
    const { workload, network, units, before, overriding = [] } = said;
    const carried = units === undefined ? {} : { units };
    const is = { workload, ...(network ? { network } : {}), ...carried };
    const facts = sharedFacts(is, before ? { ...before, ...carried } : is, this.#messages);
    const others = lanes.filter(({ id }) => overriding.includes(id)).map((lane) => this.lane(lane));
    const sent = [
      ...facts.sent,
      ...(network || before?.network ? [facts.network] : []),
      ...(others.length === 0 ? [] : [this.#messages.runs.overriding(this.#list(others))]),
    ];
    return sent.join(' · ');
  }

  #outcome(said: Of<'run'>, lanes: HistoryEntry['lanes']): string {
    const nameOf = (id: string) => {
      const lane = lanes.find((one) => one.id === id);
      return lane ? this.lane(lane) : id;
    };
    return runAnswerInWords(said.answer, nameOf, this.#messages.words);
  }

  #ofLesson({ form, claims }: Of<'lesson'>, recipe: string): EntryInWords {
    const { formDone, judgements } = this.#messages.lessons;
    const judged = claims.map(({ outcome, count }) =>
      this.#messages.words.numbers.named(judgements[outcome], String(count)),
    );
    // A load curve has no forms.
    const ofForm = isOfPlan(recipe) ? [] : [formDone[form]];
    return { outcome: this.#titleOf(recipe), of: [...ofForm, ...judged].join(' · ') };
  }

  #ofLoad({ rates, lanes }: Of<'load-curve'>): EntryInWords {
    const { runs, words } = this.#messages;
    const [low, high] = rates.map((rate) => words.numbers.count(rate));
    const kept = lanes.map((lane) =>
      runs.keeps(
        this.#session.nameOfMeasured(lane),
        lane.keptRps === null ? null : words.numbers.count(lane.keptRps),
        lane.isUnclear,
      ),
    );
    return { outcome: kept.join(' · '), of: runs.rates(low ?? '', high ?? '') };
  }

  #ofDistances({ distances, lanes }: Of<'distances'>): EntryInWords {
    const { numbers } = this.#messages.words;
    const times = (ratio: number | null) => (ratio === null ? '–' : numbers.ratio(ratio));
    const gains = lanes.map(
      (lane) => `${this.#session.nameOfMeasured(lane)} ${lane.ratios.map(times).join(' → ')}`,
    );
    return {
      outcome: gains.join(' · '),
      of: `${distances.map((rttMs) => numbers.count(rttMs, 2)).join(' – ')} ${numbers.unit('ms')}`,
    };
  }

  #ofSearch(said: Of<'search'>): EntryInWords {
    const { answer } = said;
    return {
      outcome: answer ? this.#answer(answer, said) : this.#messages.search.stopped,
      of: aboutSearch(said, undefined, this.#messages),
    };
  }

  #answer(
    { worth, baseline, candidate, gain, sizeUnsure }: NonNullable<Of<'search'>['answer']>,
    { p99BoundMs }: Of<'search'>,
  ): string {
    const { advice } = this.#messages.runs;
    const against = gain
      ? advice.gain(
          gainInWords(gain, { incomparable: '', numbers: this.#messages.words.numbers }),
          this.#way(baseline),
        )
      : null;
    const candidateWith = this.#list([this.#way(candidate), ...(against === null ? [] : [against])]);
    switch (worth) {
      case 'yes':
        return sizeUnsure ? advice.unsure(candidateWith) : candidateWith;
      case 'no':
        return advice.notWorth(this.#way(baseline));
      case 'inconclusive':
        return advice.inconclusive(candidateWith);
      case 'bound out of reach':
        return advice.outOfReach(p99BoundMs ?? 0);
    }
  }

  #list(items: readonly string[]): string {
    return this.#messages.words.numbers.list(items);
  }

  #way({ strategy, batchSize = null }: Way): string {
    const name = this.#session.labelOf(strategy);
    return batchSize === null ? name : this.#messages.search.each(name, batchSize);
  }
}

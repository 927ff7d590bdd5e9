import type { FindingCode, ProfileGap, ReasonCode, Unpatched } from '../../../shared/contract/profile.ts';
import { gapsIn } from '../../../shared/profile/report.ts';
import { profile as english } from '../../../shared/words/en/profile.ts';

export interface Explanation {
  code: string;
  /** The sentence of a report. */
  sentence: string;
  /** The advice for it. */
  then: string;
}

const findings: Readonly<Record<FindingCode, Omit<Explanation, 'code'>>> = {
  'independent-sequence': {
    sentence:
      'Commands are sent one after another, no key came from an earlier reply, and fewer round trips would save about so many ms.',
    then: 'The source proves that they need no reply of each other, or which of them do. Send them together, by the patch or in your own words, profile again, and compare.',
  },
  'dependent-sequence': {
    sentence: 'Commands are sent one after another. Each needs the reply before: batching does not help.',
    then: 'Leave it. A Lua script, or another layout of the keys, may do with fewer round trips.',
  },
  sequence: {
    sentence: 'Commands are sent one after another. Whether they depend on each other cannot be seen.',
    then: 'Read the reason and the line that it names before you change anything. No saving is claimed here.',
  },
  held: {
    sentence: 'A blocking command held another one. They share a connection.',
    then: 'Give the blocking command a connection of its own, by duplicate().',
  },
  concurrent: {
    sentence: 'Commands are sent side by side.',
    then: 'They share round trips already. Leave it.',
  },
  batched: {
    sentence: 'It batches already: commands share round trips.',
    then: 'Leave it.',
  },
};

const afterReason: Partial<Record<ReasonCode, string>> = {
  'no-key-from-reply':
    'Send them as one pipeline, by MGET and the like, or by Promise.all with auto-pipelining.',
  stages: 'Send each stage as one pipeline: first what needs no reply, then what needs those replies.',
  checks: 'Keep each check where it is. Put the commands behind it into one pipeline.',
  'no-key-seen': 'Read the source: no saving is claimed, since it was not read.',
  'key-from-reply': 'Leave it, or write the chain as a Lua script.',
  'read-then-write': 'Do not batch it: two clients may then overwrite each other.',
  handed:
    'Look at the function that the report names. If it changes nothing that a later command is made of, batch by hand.',
  'not-seen': 'Profile the source itself, or keep source maps.',
  transpiled: 'Set NODE_OPTIONS=--enable-source-maps where mcp is started, and profile again.',
  failures: 'Mend the commands that fail first.',
};

const withoutPatch: Readonly<Record<Unpatched['why'], string>> = {
  unread: 'There is no patch, since the source does not show each command.',
  package: 'There is no patch, since the line is in a package.',
  'not-awaited': 'There is no patch, since a reply is not awaited where its command is sent.',
  apart: 'There is no patch, since the commands stand too far apart.',
  between: 'There is no patch, since other code between the commands may matter to them.',
  leaves: 'There is no patch, since the code may leave before all commands are sent.',
  order: 'There is no patch, since writes would come in another order.',
  shape: 'There is no patch, since the code has a form that is not rewritten.',
};

const gaps: readonly ProfileGap[] = [
  ...([
    'no-node',
    'sampled',
    'bounded',
    'long-units',
    'many-places',
    'no-places',
    'unfinished',
    'cut',
  ] as const),
  'recorder-fault',
];

const gapInWords = (gap: ProfileGap): string => gapsIn({ gaps: [gap] }, english).join(' ');

const entries: readonly Explanation[] = [
  ...Object.entries(findings).map(([code, words]) => ({ code, ...words })),
  ...Object.entries(english.reason).map(([code, sentence]) => ({
    ...{ code, sentence },
    then: afterReason[code as ReasonCode] ?? 'There is nothing to do for it.',
  })),
  ...Object.entries(withoutPatch).map(([why, sentence]) => ({
    ...{ code: `no-patch-${why}`, sentence },
    then: 'Change the lines by hand, as the finding advises, and compare.',
  })),
  ...gaps.map((gap) => ({
    ...{ code: gap, sentence: gapInWords(gap) },
    then: 'What was left out may hold more: a comparison of trips is judged only where nothing was.',
  })),
];

export const explainedCodes = entries.map(({ code }) => code) as [string, ...string[]];

/** The explanation of a code of a report. */
export const explanationOf = (code: string): Explanation[] => entries.filter((one) => one.code === code);

const mostMeant = 3;
/** Share of the words of an entry that a sentence has to have. */
const leastShare = 0.6;

/** The explanations of a sentence of a report, the most likely first; empty: no report says it. */
export function meantBy(sentence: string): Explanation[] {
  const asked = new Set(wordsIn(sentence));
  return entries
    .map((entry) => {
      const words = wordsIn(entry.sentence);
      return { entry, share: words.filter((word) => asked.has(word)).length / Math.max(1, words.length) };
    })
    .filter(({ share }) => share >= leastShare)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, mostMeant)
    .map(({ entry }) => entry);
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z]{2,}/g) ?? [];

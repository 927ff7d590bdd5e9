/** A name or a value that documents of schema 2 had before, and what stands there now. */
type Aliases = Readonly<Record<string, string>>;

/** What has been renamed since schema 2 began, by the kind of document; `said` is the summary of an entry. */
const aliases = {
  search: {
    judgement: 'recommendation',
    notToldApart: 'indistinguishable',
    depth: 'batchSize',
    rungs: 'candidates',
    'not told': 'inconclusive',
  },
  said: {
    keptRate: 'sustainedRate',
    judgement: 'recommendation',
    depth: 'batchSize',
    'not told': 'inconclusive',
  },
} as const satisfies Record<string, Aliases>;

/** A stored document in the names of today. What has them already stays as it is; texts of people are not touched. */
export const inTodaysNames = (kind: keyof typeof aliases, document: unknown): unknown =>
  renamed(document, aliases[kind]);

function renamed(value: unknown, names: Aliases): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]: [string, unknown]) => [
      names[name] ?? name,
      name === 'worth' && typeof of === 'string' ? (names[of] ?? of) : renamed(of, names),
    ]),
  );
}

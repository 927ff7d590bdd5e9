import type { FindingCode, ProfileSite } from '../../shared/contract/profile.ts';
import { gapsIn } from '../../shared/profile/report.ts';
import { profile as words } from '../../shared/words/en/profile.ts';
import { plainJson } from '../terminal/plain-text.ts';
import { roundtripVersion } from '../version.ts';
import { judgedFindings, type JudgedProfile } from './judged-findings.ts';
import { repositoryPath } from './repository-path.ts';
import type { Reporter } from './reporter.ts';

/**
 * The findings of a profile as SARIF 2.1.0, for code scanning: those with something to do, and all for which a check
 * failed. Dependent, concurrent and batched commands are left as they are, so that nobody is asked to look at them.
 */
export const sarif = {
  id: 'sarif',
  help: 'the findings of a profile as SARIF 2.1.0',
  report(document, write) {
    const judged = judgedFindings(document);
    if (!judged) throw new Error('SARIF has findings at lines of code, and only a profile has such');
    if (judged.profile.source === 'proxy')
      throw new Error('a proxy sees no lines of a source, and SARIF is of lines: profile the program itself');
    write(`${plainJson(logOf(judged), 2)}\n`);
  },
} satisfies Reporter;

type Finding = JudgedProfile['findings'][number];

interface Rule {
  /** The name, as tools that show rules write it. */
  name: string;
  short: string;
  help: string;
  level: 'warning' | 'note';
}

const rules: Readonly<Record<FindingCode, Rule>> = {
  'independent-sequence': {
    name: 'IndependentSequence',
    short: 'Commands are sent one after another, and could share round trips',
    help: 'Each command waits for the reply to the one before, and the source proves that it does not need it. Send them in one pipeline, by Promise.all with auto-pipelining, or by a command for many keys. A line that is right as it is gets the comment roundtrip-ignore.',
    level: 'warning',
  },
  held: {
    name: 'HeldByBlockingCommand',
    short: 'A blocking command held another one on the same connection',
    help: 'A connection replies in the order in which it was asked. Give the blocking command a connection of its own, by duplicate().',
    level: 'warning',
  },
  sequence: {
    name: 'Sequence',
    short: 'Commands are sent one after another; whether they depend on each other cannot be seen',
    help: 'Look whether a command needs the reply before it. Where none does, send them together. The reason names what could not be followed.',
    level: 'note',
  },
  'dependent-sequence': {
    name: 'DependentSequence',
    short: 'Each command needs the reply before',
    help: 'Batching does not help here. A Lua script can follow such a chain on the server; a cursor needs fewer round trips with a larger COUNT.',
    level: 'note',
  },
  concurrent: {
    name: 'Concurrent',
    short: 'Commands are in flight side by side',
    help: 'They share round trips already. Auto-pipelining would also send them in fewer writes.',
    level: 'note',
  },
  batched: {
    name: 'Batched',
    short: 'Commands are sent in batches',
    help: 'They share round trips already.',
    level: 'note',
  },
};
const codes = Object.keys(rules) as FindingCode[];
const isForReaders = ({ finding: { code }, level }: Finding): boolean =>
  level !== 'note' || code === 'sequence';

const root = 'SRCROOT';

const logOf = ({ profile, findings }: JudgedProfile) => ({
  $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          ...{ name: 'Roundtrip', version: roundtripVersion },
          rules: codes.map((code) => {
            const { name, short, help, level } = rules[code];
            return {
              ...{ id: code, name, shortDescription: { text: short }, fullDescription: { text: help } },
              ...{ help: { text: help }, defaultConfiguration: { level } },
            };
          }),
        },
      },
      // A gate may have failed: that is no failure of the tool.
      invocations: [
        {
          executionSuccessful: true,
          toolExecutionNotifications: gapsIn(profile, words).map((text) => ({
            level: 'warning',
            message: { text },
          })),
        },
      ],
      originalUriBaseIds: { [root]: { description: { text: 'The root of the repository.' } } },
      columnKind: 'utf16CodeUnits',
      results: findings.filter(isForReaders).map(resultOf),
    },
  ],
});

function resultOf({ finding, text, level }: Finding) {
  const { id, code, site, others, unit, savingMs } = finding;
  return {
    ...{ ruleId: code, ruleIndex: codes.indexOf(code), level, message: { text } },
    locations: [locationOf(site)],
    ...(others.length > 0
      ? { relatedLocations: others.map((one, index) => ({ id: index + 1, ...locationOf(one) })) }
      : {}),
    partialFingerprints: { 'roundtripFinding/v1': id },
    properties: { unit, ...(savingMs ? { savingMs } : {}) },
  };
}

/** A place that is no file of the repository, such as `[eval]`, has its name alone. */
function locationOf({ file, line, column, function: name }: ProfileSite) {
  const path = repositoryPath(file);
  const of = path === null ? `${file}:${line}:${column}` : name;
  return {
    ...(path === null
      ? {}
      : {
          physicalLocation: {
            artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: root },
            region: { startLine: line, ...(column > 0 ? { startColumn: column } : {}) },
          },
        }),
    ...(of === '' ? {} : { logicalLocations: [{ fullyQualifiedName: of }] }),
  };
}

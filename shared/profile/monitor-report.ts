import type { Block, Report } from '../report/block.ts';
import { withinMs, type MonitorLog } from './monitor.ts';

const mostRows = 20;

/** What a log of MONITOR tells, and what it cannot, as blocks in English. */
export function monitorReport(name: string, log: MonitorLog): Report {
  const { clients, spanMs, byCommand, sequences, ofScripts } = log;
  return {
    ...{ kind: 'monitor', title: `What ${name} holds`, startedAt: '', tookMs: 0, lanes: [] },
    keys: [['file', name]],
    blocks: [
      headline(log),
      {
        type: 'line',
        text: [
          ...(spanMs > 0 ? [`${spanMs < 1000 ? spanMs / 1000 : (spanMs / 1000).toFixed(1)} s`] : []),
          ...(clients > 0 ? [countOf(clients, 'client')] : []),
          ...(log.databases > 1 ? [`${log.databases} databases`] : []),
          ...(ofScripts > 0 ? [`${countOf(ofScripts, 'more command')} by scripts on the server`] : []),
        ].join(' · '),
      },
      { type: 'doubts', doubts: doubtsOf(log) },
      {
        ...{ type: 'table', title: 'Commands' },
        columns: [
          { label: 'command', unit: 'text' },
          { label: 'count', unit: 'count' },
          { label: 'share', unit: 'share', isMain: true },
        ],
        rows: byCommand
          .slice(0, mostRows)
          .map(({ command, count, share: part }) => [
            command === 'another' ? 'others, not named' : command.toUpperCase(),
            count,
            part,
          ]),
      },
      ...(sequences.length > 0 ? [sequenceTable(sequences)] : []),
      {
        type: 'sentences',
        title: 'What a log of MONITOR does not say',
        sentences: [
          'Which line of code sent a command.',
          'How long anybody waited: it has the time at which the server carried a command out, not that of its reply.',
          'Whether a command needed the reply before it.',
          'Whether commands came one by one or in one pipeline: a pipeline has microseconds between its commands, and so may a client near by.',
        ],
      },
    ],
  };
}

function sequenceTable(sequences: MonitorLog['sequences']): Block {
  return {
    ...{ type: 'table', title: `Commands of one client in succession, each within ${withinMs} ms` },
    columns: [
      { label: 'sequence', unit: 'text', mayShorten: true },
      { label: 'times', unit: 'count' },
      { label: 'commands', unit: 'count', isMain: true },
      { label: 'longest', unit: 'count' },
      { label: 'between, p50 ms', unit: 'text', isRight: true },
      { label: 'could be', unit: 'text' },
    ],
    rows: sequences
      .slice(0, mostRows)
      .map(({ steps, sequences: times, commands: all, longest, betweenMs, gather }) => [
        steps.map((step) => step.toUpperCase()).join(' → '),
        ...[times, all, longest, betweenMs === null ? null : String(betweenMs)],
        couldBe(steps, gather),
      ]),
  };
}

function headline({ commands, clients, sequences, withoutClient }: MonitorLog): Block {
  const named = commands - withoutClient.bySocket - withoutClient.byOldServer;
  if (commands > 0 && clients === 0)
    return {
      type: 'headline',
      text: `${countOf(commands, 'command')}, and no sequences: the log does not say which client sent which.`,
      more: [],
    };
  const loose = sequences.filter(({ gather }) => gather !== null);
  const inSequence = loose.reduce((sum, one) => sum + one.commands, 0);
  const share = `${named === 0 ? 0 : Math.round((100 * inSequence) / named)} %`;
  return {
    type: 'headline',
    text: `${share} of ${countOf(named, 'command')} followed another of the same client within ${withinMs} ms, outside of transactions.`,
    more: [
      'They could share round trips where none of them needs the reply before: the log cannot say that.',
    ],
  };
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

function couldBe([step = '']: readonly string[], gather: string | null): string {
  if (gather === null) return 'a transaction already';
  if (gather === 'pipeline') return 'a pipeline';
  return gather === step.toUpperCase() ? `one ${gather}` : gather;
}

function doubtsOf({ garbage, isBounded, withoutClient: { bySocket, byOldServer } }: MonitorLog): string[] {
  const { lines, first } = garbage;
  const places = `${first.join(', ')}${lines > first.length ? ' and others' : ''}`;
  return [
    ...(bySocket > 0
      ? [
          `${countOf(bySocket, 'command')} came over a Unix socket. MONITOR names the socket there and not the client, so they are in no sequence.`,
        ]
      : []),
    ...(byOldServer > 0
      ? [
          `${countOf(byOldServer, 'line')} of Redis 2.4 or older: they name no client, so they are in no sequence.`,
        ]
      : []),
    ...(lines > 0
      ? [`${lines} ${lines === 1 ? 'line is' : 'lines are'} none of MONITOR, and not counted: ${places}.`]
      : []),
    ...(isBounded
      ? ['There were more clients or kinds of sequence than are kept: the rarest are left out.']
      : []),
  ];
}

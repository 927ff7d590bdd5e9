import type { Report } from '../report/block.ts';
import { withinMs, type MonitorLog } from './monitor.ts';

const mostRows = 20;

/** What a log of MONITOR tells, and what it cannot, as blocks in English. */
export function monitorReport(name: string, log: MonitorLog): Report {
  const { commands, clients, spanMs, byCommand, sequences } = log;
  const loose = sequences.filter(({ gather }) => gather !== null);
  const inSequence = loose.reduce((sum, one) => sum + one.commands, 0);
  const share = `${commands === 0 ? 0 : Math.round((100 * inSequence) / commands)} %`;
  return {
    ...{ kind: 'monitor', title: `What ${name} holds`, startedAt: '', tookMs: 0, lanes: [] },
    keys: [['file', name]],
    blocks: [
      {
        type: 'headline',
        text: `${share} of ${commands} commands followed another of the same client within ${withinMs} ms, outside of transactions.`,
        more: [
          'They could share round trips where none of them needs the reply before: the log cannot say that.',
        ],
      },
      {
        type: 'line',
        text: [
          ...(spanMs > 0 ? [`${(spanMs / 1000).toFixed(1)} s`] : []),
          `${clients} ${clients === 1 ? 'client' : 'clients'}`,
          ...(log.databases > 1 ? [`${log.databases} databases`] : []),
          ...(log.ofScripts > 0 ? [`${log.ofScripts} more commands by scripts on the server`] : []),
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
      {
        ...{ type: 'table', title: `Commands of one client in succession, each within ${withinMs} ms` },
        columns: [
          { label: 'sequence', unit: 'text', mayShorten: true },
          { label: 'times', unit: 'count' },
          { label: 'commands', unit: 'count', isMain: true },
          { label: 'longest', unit: 'count' },
          { label: 'between, p50 ms', unit: 'ms' },
          { label: 'could be', unit: 'text' },
        ],
        rows: sequences
          .slice(0, mostRows)
          .map(({ steps, sequences: times, commands: all, longest, betweenMs, gather }) => [
            steps.map((step) => step.toUpperCase()).join(' → '),
            ...[times, all, longest, betweenMs],
            couldBe(steps, gather),
          ]),
      },
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

function couldBe([step = '']: readonly string[], gather: string | null): string {
  if (gather === null) return 'a transaction already';
  if (gather === 'pipeline') return 'a pipeline';
  return gather === step.toUpperCase() ? `one ${gather}` : gather;
}

function doubtsOf({ garbage, isBounded }: MonitorLog): string[] {
  const { lines, first } = garbage;
  const places = `${first.join(', ')}${lines > first.length ? ' and others' : ''}`;
  return [
    ...(lines > 0
      ? [`${lines} ${lines === 1 ? 'line is' : 'lines are'} none of MONITOR, and not counted: ${places}.`]
      : []),
    ...(isBounded
      ? ['There were more clients or kinds of sequence than are kept: the rarest are left out.']
      : []),
  ];
}

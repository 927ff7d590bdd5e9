import type { CrowdFigures } from './crowd.ts';
import { predict, type AgentModel } from './model.ts';

const wide = 10;
const row = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (typeof cell === 'number' ? figure(cell) : cell).padStart(wide)).join('')}\n`;

const figure = (value: number) => {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
};

export const measuredHead =
  'measured, stand-ins on this machine: in a second without a slice; in a slice beside that; CPU and times in ms\n' +
  row([
    ...[
      'agents',
      'idle msg',
      'idle kB',
      'idle CPU',
      'slice msg',
      'slice kB',
      'slice CPU',
      'start CPU',
      'end CPU',
    ],
    ...['overhead', 'margin', 'gather', 'MB'],
  ]);

export const measuredRow = ({ agents, idle, slice, ...one }: CrowdFigures) =>
  row([
    String(agents),
    ...[idle.commands, (idle.bytesIn + idle.bytesOut) / 1000, idle.controlCpuMs],
    ...[slice.commands, (slice.bytesIn + slice.bytesOut) / 1000, slice.controlCpuMs],
    ...[slice.startCpuMs, slice.endCpuMs, one.overheadMs, one.leastMarginMs, one.gatherMs, one.memoryMb],
  ]);

/** What the model makes of the measured figures, for these numbers of agents. */
export function modelText(model: AgentModel, agents: readonly number[]): string {
  const { tellMs, hearMs, commandMs, wayMs } = model.costs;
  const micros = (ms: number) => `${(1000 * ms).toFixed(0)} µs`;
  const costs = `control Redis ${micros(commandMs)} a message, coordinator ${micros(tellMs)} an agent out and ${micros(hearMs)} in, network ${micros(wayMs)} one way`;
  const rows = agents.map((count) => {
    const { idle, slice, start, memoryMb } = predict(model, count);
    return row([
      String(count),
      ...[idle.commands, idle.bytes / 1000, idle.controlCpuMs, slice.commands, slice.bytes / 1000],
      ...[slice.controlCpuMs, start.settledMs, start.goMs, slice.endCpuMs, memoryMb],
    ]);
  });
  return [
    `model: agents on machines of their own; ${costs}\n`,
    row([
      ...['agents', 'idle msg', 'idle kB', 'idle CPU', 'slice msg', 'slice kB', 'slice CPU'],
      ...['settled', 'go', 'end CPU', 'MB'],
    ]),
    ...rows,
  ].join('');
}

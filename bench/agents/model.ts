import type { CrowdFigures, Work } from './crowd.ts';
import { simulateStart, type MessageCosts } from './simulated-start.ts';

/** So much, and so much more for each agent. */
export interface Line {
  base: number;
  perAgent: number;
}

export interface AgentModel {
  idle: Record<keyof Work, Line>;
  slice: Record<keyof Work, Line>;
  memoryMb: Line;
  costs: MessageCosts;
}

/** Least squares. */
function lineThrough(points: readonly (readonly [agents: number, value: number])[]): Line {
  const middle = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [middle(0), middle(1)];
  const across = points.reduce((sum, [agents]) => sum + (agents - x) ** 2, 0);
  const perAgent = points.reduce((sum, [agents, value]) => sum + (agents - x) * (value - y), 0) / across;
  return { base: y - perAgent * x, perAgent };
}

export const valueAt = ({ base, perAgent }: Line, agents: number) => base + perAgent * agents;

/** `wayMs`: one way between the machines that it is for. */
export function modelOf(crowds: readonly CrowdFigures[], wayMs: number): AgentModel {
  const through = (value: (figures: CrowdFigures) => number) =>
    lineThrough(crowds.map((one) => [one.agents, value(one)] as const));
  const lines = (of: 'idle' | 'slice'): Record<keyof Work, Line> => ({
    commands: through((one) => one[of].commands),
    bytesIn: through((one) => one[of].bytesIn),
    bytesOut: through((one) => one[of].bytesOut),
    controlCpuMs: through((one) => one[of].controlCpuMs),
    startCpuMs: through((one) => one[of].startCpuMs),
    endCpuMs: through((one) => one[of].endCpuMs),
  });
  const slice = lines('slice');
  return {
    idle: lines('idle'),
    slice,
    memoryMb: through(({ memoryMb }) => memoryMb),
    costs: {
      // One message out and one in for each agent: they cost about the same.
      tellMs: slice.startCpuMs.perAgent / 2,
      hearMs: slice.startCpuMs.perAgent / 2,
      commandMs: slice.controlCpuMs.perAgent / slice.commands.perAgent,
      wayMs,
    },
  };
}

/** What the model says of so many agents. */
export function predict(model: AgentModel, agents: number) {
  const of = (work: Record<keyof Work, Line>, field: keyof Work) => valueAt(work[field], agents);
  return {
    agents,
    idle: {
      commands: of(model.idle, 'commands'),
      bytes: of(model.idle, 'bytesIn') + of(model.idle, 'bytesOut'),
      controlCpuMs: of(model.idle, 'controlCpuMs'),
    },
    slice: {
      commands: of(model.slice, 'commands'),
      bytes: of(model.slice, 'bytesIn') + of(model.slice, 'bytesOut'),
      controlCpuMs: of(model.slice, 'controlCpuMs'),
      endCpuMs: of(model.slice, 'endCpuMs'),
    },
    memoryMb: valueAt(model.memoryMb, agents),
    start: simulateStart(agents, model.costs),
  };
}

/** What the page says of load machines. */
export const agents = {
  title: 'Agents',
  loadFrom: 'Load from',
  here: 'the machine of the server',
  some: (count: number) => (count === 1 ? '1 agent' : `${count} agents`),
  more: 'Agents carry out equal parts of each lane, over the network that they have.',
  free: (free: number, all: number) => `${free} of ${all} free for this target`,
  none: 'No agent has joined. On a load machine: roundtrip agent --join URL --target NAME=URL',
  tooFew: (wanted: number, free: number) =>
    `${wanted} wanted, ${free} free: more have to join, or choose fewer.`,
  privateServer: 'Agents cannot reach a private server: choose a target with an address.',
  noControl: 'This server has no control Redis: start it with --join URL.',
  states: { free: 'free', busy: 'in a run', version: 'other version', target: 'lacks this target' },
  cores: (cores: number, load: string) => `${cores === 1 ? '1 core' : `${cores} cores`}, load ${load}`,
  clock: (ms: string) => `clock ${ms}`,
  clockMore: 'How far its wall clock is ahead of the control Redis. Figures do not rest on it.',
  control: (ms: string) => `control ${ms}`,
  controlMore: 'Shortest exchange with the control Redis.',
  trip: (target: string, ms: string) => `${target} ${ms}`,
  tripMore: 'Round trip to the target when it joined, or before its last run.',
  notReached: (target: string) => `${target} not reached`,
  figures: 'Figures by agent',
  agent: 'Agent',
  lane: 'Lane',
  cpu: 'CPU',
  cpuMore: 'Of its threads, as a share of one core.',
  loop: 'Event loop',
  loopMore: 'Time in which its event loops were busy.',
  overlap: (share: string) => `All agents sent at the same time for at least ${share} of a slice.`,
};

export type AgentMessages = typeof agents;

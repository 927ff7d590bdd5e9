import type { ToolNote } from '../../../../shared/plan/command-lines/lane-for-tools.ts';

/** What the page says of command lines. */
export const lines = {
  planFile: 'Options cannot say all of these settings: save the plan below as plan.json.',
  clone: 'Run it in the folder of the Roundtrip that serves this page.',
  join: 'Name the control Redis with --join URL, or in ROUNDTRIP_JOIN: this page does not know its address.',
  gate: 'Added to the line above, it is a gate for CI: exit code 99 where it does not hold.',
  tools: 'For other tools',
  toolsMore:
    'Other tools, one lane at a time: they neither warm up nor take turns, so compare their figures with care.',
  notes: {
    strategy: 'Only Roundtrip sends this way: the tool has no client library in between.',
    mix: 'The tool sends one command at a time, no mixes.',
    command: 'The tool has no words for this command.',
    'private server':
      'The private server is there during a run alone: start a redis-server of your own on 127.0.0.1:6379.',
    address: 'Put in the address of the server.',
    'server settings': 'The settings of the private server are for yours to have.',
    agents: 'The tool sends from one machine.',
    network: 'The tool adds no round trip, jitter or limit of bandwidth.',
    'no duration': 'It stops by count alone: choose -n for the time you have.',
    arrivals: 'Its commands are due at equal distances.',
    'whole seconds': 'Its time is in whole seconds.',
    rate: 'It knows no rate: it sends as fast as replies come.',
    connections: 'Each of its threads has the same number of connections: a few are missing.',
    sizes: 'Its payloads are all of one size.',
    keys: 'Its keys are drawn evenly, and have names of their own.',
    'empty keys': 'It writes no keys first: the keys that are read are missing.',
    members: 'Its members are payloads rather than numbers.',
  } satisfies Record<ToolNote, string>,
};

export type LineMessages = typeof lines;

import type { Attack } from '../attack.ts';
import { lostAgents } from './agents.ts';
import { clocks } from './clocks.ts';
import { commandLines } from './command-lines.ts';
import { documents } from './documents.ts';
import { examples } from './examples.ts';
import { foreignLines } from './foreign-lines.ts';
import { foreignLoads } from './foreign-loads.ts';
import { forgedMessages } from './forged-messages.ts';
import { othersKeys } from './foreign-keys.ts';
import { gates } from './gates.ts';
import { histories } from './histories.ts';
import { kills } from './kills.ts';
import { networks } from './networks.ts';
import { recorderFaults } from './recorder-faults.ts';
import { recordings } from './recordings.ts';
import { replies } from './replies.ts';
import { requests } from './requests.ts';
import { runs } from './runs.ts';
import { sockets } from './sockets.ts';
import { stalls } from './stalls.ts';
import { viewers } from './viewers.ts';

/** In the order in which they run: the quickest first. */
export const attacks: readonly Attack[] = [
  documents,
  recorderFaults,
  recordings,
  commandLines,
  foreignLines,
  requests,
  sockets,
  histories,
  replies,
  networks,
  foreignLoads,
  runs,
  othersKeys,
  viewers,
  clocks,
  lostAgents,
  forgedMessages,
  kills,
  gates,
  examples,
  stalls,
];

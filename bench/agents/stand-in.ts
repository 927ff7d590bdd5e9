import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../server/engine/lane/clock.ts';
import {
  type StartSlice,
  type ThreadSample,
  localLeadMs,
  type StartShare,
} from '../../server/engine/lane/messages.ts';
import { startAgent } from '../../server/engine/agent/agent.ts';
import { controlFromUrl } from '../../server/engine/agents/control.ts';
import { openChosenTarget } from '../../server/redis/targets/choose-target.ts';
import type { ToStandIns, FromStandIns } from './stand-in-messages.ts';
import { keyRoot } from '../../server/engine/workload/key-names.ts';
import { shop } from './load-machines.ts';

/**
 * Many agents in one process. Each is a real one but for its load: it joins, renews its lease, reads and answers all
 * messages, and ends its slices on time with counts and histograms, and sends nothing to the measured server.
 */
const commandsPerSlice = 1000;
/** Buckets that the histograms of a slice of real agents fill, of all kinds together. */
const buckets = 250;
const latencies = Uint32Array.from({ length: 2 * buckets }, (_, at) => (at % 2 === 0 ? 40 * at : 4));

/** How long before its moment each `go` came, ms. */
let marginsMs: number[] = [];

const standIn: StartShare = ({ threads }, listener) => {
  let hasEnded = false;
  let slice: StartSlice | null = null;
  const begin = async (task: StartSlice, from: number) => {
    const { durationMs } = task;
    await sleep(from + (durationMs ?? 0) - systemClock.now());
    if (!hasEnded) listener.onMessage(sampleOf(task, from));
  };
  setImmediate(() => {
    listener.onMessage({ type: 'ready' });
  });
  return {
    kind: 'stand-in',
    leadMs: localLeadMs,
    post(message) {
      if (message.type === 'start') {
        slice = message;
        if (threads === 1) void begin(message, systemClock.now());
        else listener.onMessage({ type: 'settled' });
      }
      if (message.type === 'go' && slice) {
        marginsMs.push(message.at - systemClock.now());
        void begin(slice, message.at);
      }
      if (message.type === 'stop') this.terminate();
    },
    terminate() {
      if (hasEnded) return;
      hasEnded = true;
      listener.exited();
    },
  };
};

function sampleOf({ slice, durationMs }: StartSlice, from: number): ThreadSample {
  const tally = {
    ...{ completed: commandsPerSlice, failed: 0, failures: {}, errors: {}, hits: 0, misses: 0 },
    calls: commandsPerSlice,
  };
  const elapsedMs = durationMs ?? 0;
  return {
    ...{ type: 'sample', slice, index: 0, endsSlice: true, elapsedMs, tally, latencies },
    wire: { writes: commandsPerSlice, bytesOut: 150 * commandsPerSlice, bytesIn: 5 * commandsPerSlice },
    ...{ cpuMs: 0.2 * elapsedMs, coreWaitMs: 0, busyMs: 0.2 * elapsedMs, memoryBytes: 20_000_000 },
    ...{ offered: commandsPerSlice, offeringMs: elapsedMs, sendingMs: elapsedMs, outstanding: 0 },
    ...{ settled: { ...tally, completed: 0, calls: 0 }, settledMs: 0, fatal: null },
    sent: { from, until: from + elapsedMs },
  };
}

const [control = '', url = '', first = '0', count = '0'] = process.argv.slice(2);
const endpoint = await controlFromUrl(control);
for (let agent = Number(first); agent < Number(first) + Number(count); agent++)
  await startAgent({
    control: endpoint,
    name: `stand-in-${agent}`,
    targets: new Map([[shop, () => openChosenTarget({ url, urlName: shop, target: null })]]),
    ...{ root: keyRoot, maxClients: null, maxRps: null, log: () => undefined, startWorker: standIn },
  });

const say = (message: FromStandIns) => process.send?.(message);
process.on('message', (_: ToStandIns) => {
  say({ type: 'report', marginsMs });
  marginsMs = [];
});
say({ type: 'joined' });

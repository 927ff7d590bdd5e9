import { strategies } from '../../engine/strategies/index.ts';
import { measure, type Selfcheck } from './check.ts';

/** What every strategy says it sent, against what the server counted. */
export const counts: Selfcheck = {
  question: 'counts against commandstats',
  async run(server) {
    const sending = strategies.filter(({ hidden }) => !hidden).map(({ id }) => ({ strategy: id }));
    const halves = [sending.slice(0, 5), sending.slice(5)];
    const lanes = [];
    for (const half of halves) {
      const result = await measure(server, {
        lanes: half,
        workload: { durationMs: 600, warmupMs: 200, threads: 2 },
        schedule: { sliceMs: 200 },
      });
      lanes.push(...result.lanes);
    }
    const agreeing = lanes.filter((lane) => lane.countsAgree === true);
    const commands = lanes.reduce((sum, lane) => sum + lane.commands + lane.failed + lane.warmupCommands, 0);
    return [
      {
        what: `${commands.toLocaleString('en-US')} commands by ${lanes.length} strategies`,
        figure: `${agreeing.length} of ${lanes.length} equal to the command`,
        passed: agreeing.length === lanes.length,
      },
    ];
  },
};

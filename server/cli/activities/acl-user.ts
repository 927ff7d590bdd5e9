import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { calledBy } from '../../../shared/commands/script.ts';
import type { WrittenWorkload } from '../../../shared/contract/written.ts';
import { splitWords } from '../../../shared/commands/custom-words.ts';
import { fillingsOf } from '../../../shared/plan/fillings.ts';
import { keyRoot } from '../../engine/workload/key-names.ts';
import { prepareCommand } from '../../engine/workload/prepared-command.ts';
import { findStrategy } from '../../engine/strategies/index.ts';
import { describeChoice, namesCluster } from '../../redis/targets/choose-target.ts';
import { exitCodes } from '../exit-codes.ts';
import type { GivenOptions } from '../options/config.ts';
import type { Terminal } from '../output/terminal.ts';
import { choiceFor, parseBenchCall } from './bench-call.ts';
import { planOf, planInput } from './plan-of.ts';

/** Commands of each run beside its lanes: to look, to mark and record itself, and to clean up. */
const ofRun = [
  'ping',
  'info',
  'psetex',
  'setnx',
  'scan',
  'unlink',
  'set',
  'del',
  'memory|usage',
  'config|get',
];
/** Commands of `clean` and of an agent beside these: they read records and marks. */
const ofCleanUp = ['getrange', 'pttl'];
const ofCluster = ['cluster|slots', 'cluster|shards', 'cluster|nodes', 'cluster|info', 'asking', 'readonly'];
const ofCustom = ['command|info', 'command|getkeys'];
/** What a strategy sends beside the commands themselves. */
const ofStrategy: Partial<Record<string, readonly string[]>> = {
  multi: ['multi', 'exec', 'discard'],
  lua: ['evalsha', 'eval', 'script|load'],
  cached: ['client|tracking'],
};

/** Commands that the lanes of a plan send, in lower case. */
function commandsOf(plan: Plan, isCluster: boolean): string[] {
  return [
    ...new Set([
      ...ofRun,
      ...ofCleanUp,
      ...(isCluster ? ofCluster : []),
      ...(plan.bystander ? ['get'] : []),
      // What a lane has written is read back where its link is cut.
      ...(plan.lanes.some(({ network = plan.network }) => network?.cutEveryMs !== undefined) ? ['mget'] : []),
      ...(plan.written ? ofWritten(plan.written) : plan.lanes.flatMap(ofLane)),
    ]),
  ].sort();
}

const ofWritten = ({ setup = [], units }: WrittenWorkload): string[] =>
  [...setup, ...units.flatMap(({ stages }) => stages.flatMap(({ commands }) => commands))].map(
    ({ command }) => (splitWords(command)[0] ?? '').toLowerCase(),
  );

function ofLane({ strategy, workload }: LanePlan): string[] {
  const known = findStrategy(strategy);
  return [
    ...(ofStrategy[strategy] ?? []),
    ...(workload.writesPerSecond ? ['set'] : []),
    ...fillingsOf(workload).flatMap(({ verb }) => (verb === 'SET' ? ['set', 'mset'] : [verb.toLowerCase()])),
    ...workload.commands.flatMap((id, place) => {
      const command = prepareCommand(id, workload, place);
      return [
        command.name.toLowerCase(),
        (known?.serverCommand?.(command) ?? command.name).toLowerCase(),
        ...(id === 'custom' ? ofCustom : []),
        ...(command.script === null ? [] : ['script|load', ...calledBy(command.script)]),
      ];
    }),
  ];
}

/** Resolves with the exit code. Throws UsageError. */
export function printAclUser(given: GivenOptions, terminal: Terminal): number {
  const call = parseBenchCall(given);
  const plan = planOf(planInput(call, given), given, (one) => describeChoice(choiceFor(call, one)));
  const isCluster = namesCluster(choiceFor(call, plan));
  const names = commandsOf(plan, isCluster).map((name) => `+${name}`);
  const prefix = plan.prefix ?? keyRoot;
  terminal.stdout(
    `ACL SETUSER bench on >PASSWORD resetkeys ~${prefix}* resetchannels -@all ${names.join(' ')}\n`,
  );
  return exitCodes.done;
}

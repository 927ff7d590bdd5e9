import { raceMs } from '../initial-choices.ts';
import { planDefaults, sameValue, scheduleDefaults, nonDefault } from '../defaults.ts';
import type { PlanInput } from '../../contract/plan.ts';
import { writeLane } from '../lane-words.ts';
import { lanesOnServers } from './lanes-on-servers.ts';
import { writeValue } from '../../settings/notation.ts';
import { optionOf } from '../../settings/options.ts';
import type { Installation } from '../../contract/enums.ts';
import { localCommand } from './local-command.ts';
import { shellLine, type ShellWord } from './words.ts';

export interface BenchLine {
  line: string;
  /** What the line reads with `--plan plan.json`: options cannot say all of this plan. `null`: they can. */
  planFile: string | null;
}

/**
 * The line that carries out this plan in an installation; that of a package also does in a clone that is built. Only
 * what differs from the defaults is said.
 */
export function benchLine(plan: PlanInput, installation: Installation = 'package'): BenchLine {
  const words = optionWords(plan);
  const bench = localCommand(installation, 'bench');
  if (words) return { line: shellLine(bench, words), planFile: null };
  return {
    line: shellLine(bench, [['--plan', 'plan.json']]),
    planFile: `${JSON.stringify(plan, null, 2)}\n`,
  };
}

const isRace = ({ schedule }: PlanInput): boolean => schedule?.mode === 'race';

/** Defaults of the command line: a race has a duration of its own. */
const usualWorkload = (plan: PlanInput): object =>
  isRace(plan) ? { ...planDefaults.workload, durationMs: raceMs } : planDefaults.workload;

/** A race whose plan leaves the duration out has that of a plan. */
function withDuration(plan: PlanInput): object {
  const { workload = {} } = plan;
  const { durationMs = planDefaults.workload.durationMs, requests } = workload;
  return isRace(plan) && requests === undefined ? { ...workload, durationMs } : workload;
}

/** `null`: there are no options for a part of it. */
function optionWords(plan: PlanInput): ShellWord[] | null {
  const { target = planDefaults.target, agents, allowEviction, prefix, written, lanes, ...parts } = plan;
  const said: Record<string, [string, unknown][]> = {
    workload: nonDefault(withDuration(plan), usualWorkload(plan)),
    schedule: nonDefault(parts.schedule ?? {}, scheduleDefaults(plan)),
    network: section(parts.network, planDefaults.network),
    server: section(parts.server, planDefaults.server),
    bystander: section(parts.bystander, planDefaults.bystander),
    moveSlots: section(parts.moveSlots, {}),
  };
  if (written !== undefined) return null;
  if (!lanesCanBeListed(lanes) || !commandsCanBeNamed(parts.workload)) return null;
  const served = lanesOnServers(plan);
  if (!served) return null;
  const words: (string | [string, string])[] = [['--strategy', served.lanes.map(writeLane).join(',')]];
  const targets = served.targets ?? [target];
  if (targets.some((id) => id.includes(','))) return null;
  if (targets.length > 1 || target !== planDefaults.target) words.push(['--target', targets.join(',')]);
  if (agents !== undefined) words.push(['--agents', String(agents)]);
  if (allowEviction) words.push('--allow-eviction');
  if (prefix !== undefined) words.push(['--prefix', prefix]);
  if (served.servers) said['server'] = [];
  for (const [name, values] of served.servers ?? []) {
    const option = optionOf(`server.${name}`);
    if (!option) return null;
    words.push([`--${option.name}`, values.map((value) => writeValue(option, value)).join(',')]);
  }
  const mixed = ownMix(parts.workload);
  for (const [part, fields] of Object.entries(said))
    for (const [name, value] of fields) {
      if (name === 'customCommands') for (const one of mixed.words) words.push(one);
      if (name === 'customCommands' || mixed.saysAll.includes(name)) continue;
      // Both say how much; the count is what holds.
      if (name === 'durationMs' && parts.workload?.requests !== undefined) return null;
      const option = optionOf(`${part}.${name}`);
      if (!option) return null;
      words.push([option.short ? `-${option.short}` : `--${option.name}`, writeValue(option, value)]);
    }
  return words.flat().some((word) => word.includes('\0')) ? null : words;
}

/** Lines of one's own, one option each; where nothing else is sent, each with its weight. */
function ownMix({
  commands = [],
  ratio = [],
  customCommands = [],
}: NonNullable<PlanInput['workload']> = {}): {
  words: [string, string][];
  saysAll: readonly string[];
} {
  const isAll = customCommands.length > 0 && commands.length === customCommands.length;
  return {
    words: customCommands.flatMap((line, place): [string, string][] => [
      ['--command', line],
      ...(isAll ? [['--weight', String(ratio[place] ?? 1)] as [string, string]] : []),
    ]),
    saysAll: isAll ? ['commands', 'ratio'] : [],
  };
}

function section(part: object | undefined, defaults: object): [string, unknown][] {
  if (part === undefined) return [];
  const said = nonDefault(part, defaults);
  return said.length > 0 ? said : Object.entries(defaults).slice(0, 1);
}

/** By their strategies alone, with commas between. */
const lanesCanBeListed = (lanes: PlanInput['lanes']) =>
  lanes.every(
    ({ strategy, id, label, network, workload = {} }) =>
      id === undefined &&
      label === undefined &&
      network === undefined &&
      Object.keys(workload).length === 0 &&
      !/[,@]|^\s|\s$/.test(strategy),
  );

/** A mix needs its weights; weights without commands would be those of set and get. */
function commandsCanBeNamed({ commands = ['set'], ratio }: NonNullable<PlanInput['workload']> = {}): boolean {
  if (ratio === undefined) return commands.length === 1;
  return !sameValue(commands, planDefaults.workload.commands);
}

import { planFaults, type Capabilities, type PlanFault } from '../../../shared/plan/check/plan-faults.ts';
import { clientLabels } from '../../../shared/contract/enums.ts';
import { planDefaults } from '../../../shared/plan/defaults.ts';
import { laneWorkload } from '../../../shared/plan/lane-workload.ts';
import { ownLines } from '../../../shared/commands/custom-words.ts';
import type { Messages } from '../messages/en.ts';
import { customCommandFault } from '../../../shared/plan/check/custom-command.ts';
import type { ProblemReason } from '../../../shared/contract/problem-reason.ts';
import type { PlanDraft } from './plan-draft.svelte.ts';

/** Why a lane of the draft could not be started, in words; `null`: nothing is known to keep it from that. */
export function laneFault(
  draft: PlanDraft,
  index: number,
  capabilities: Capabilities,
  messages: Pick<Messages, 'lane' | 'words'>,
): string | null {
  const { workload, lanes } = draft.toInput();
  const lane = lanes[index];
  if (!lane) return null;
  const { target, workload: usual } = planDefaults;
  const own = laneWorkload(workload ?? {}, lane.workload);
  const { commands = usual.commands, keyspace = usual.keyspace, customCommand, customCommands } = own;
  const plan = {
    target: draft.target ?? target,
    lanes: [{ ...lane, network: undefined, workload: { commands, keyspace, customCommand, customCommands } }],
  };
  return inWords(planFaults(plan, capabilities), ownLines(own)[0], messages);
}

const inUpperCase = (commands: readonly string[]) =>
  commands.map((command) => command.toUpperCase()).join(', ');

/** The command of a line of one's own. */
const nameOf = (customCommand = '') => customCommand.trim().split(/\s/)[0] ?? '';

function inWords(
  faults: readonly PlanFault[],
  customCommand: string | undefined,
  { lane: text, words }: Pick<Messages, 'lane' | 'words'>,
): string | null {
  const unable = faults.flatMap(({ reason, value }) =>
    reason.code === 'cannot-send' ? { command: String(value), able: reason.able } : [],
  );
  const [first] = unable;
  // A line that is still empty is asked for where it is written.
  if (first?.command === 'custom' && nameOf(customCommand) === '') return null;
  if (first)
    return text.cannotSend(
      inUpperCase(unable.map(({ command }) => (command === 'custom' ? nameOf(customCommand) : command))),
      inUpperCase(first.able),
    );
  for (const { reason } of faults) {
    if (reason.code === 'client-cannot') return text.clientNoCluster(clientLabels[reason.client]);
    if (reason.code === 'too-many-keys-to-fill')
      return text.tooManyKeysToFill(words.numbers.count(reason.most));
    const custom = customFaultInWords(reason, text);
    if (custom !== null) return custom;
  }
  return null;
}

/** Sentence about a faulty command line of the user; `null`: the line is right, or still empty. */
export const lineFault = (line: string, text: Messages['lane']): string | null =>
  customFaultInWords(customCommandFault(line), text);

function customFaultInWords(reason: ProblemReason | null, text: Messages['lane']): string | null {
  switch (reason?.code) {
    case 'custom-command-quote':
      return text.customQuote;
    case 'custom-command-placeholder':
      return text.customPlaceholder(reason.word);
    case 'custom-command-foreign-key':
      return text.customForeignKey(reason.key);
    case 'custom-command-keyless':
      return text.customKeyless(reason.command.toUpperCase());
    case 'custom-command-refused':
      return text.customRefused(reason.command.toUpperCase());
  }
  return null;
}

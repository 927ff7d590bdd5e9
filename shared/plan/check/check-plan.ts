import { limits } from '../../limits.ts';
import type { Problem } from '../../contract/parse.ts';
import { clusterTarget, serverPlanTarget } from '../../contract/private-server.ts';
import type { CustomCommandFault } from './custom-command.ts';
import { planFaults, type Capabilities, type CheckablePlan, type PlanFault } from './plan-faults.ts';

/**
 * What keeps a plan from being started here, as far as that is known without asking the server that is measured.
 * Pure: nothing is started and nothing is connected. Empty: nothing does.
 */
export const checkPlan = (plan: CheckablePlan, capabilities: Capabilities): Problem[] =>
  planFaults(plan, capabilities).map(problemOf);

export const slotsCannotMove = `slots can only be moved in the private cluster (target "${clusterTarget}")`;

function problemOf(fault: PlanFault): Problem {
  const { field } = fault;
  switch (fault.code) {
    case 'unknown-target':
      return { field, value: fault.target, message: oneOf(fault.known) };
    case 'server-is-not-ours':
      return {
        field,
        value: undefined,
        message: `only the private server (target "${serverPlanTarget}") takes settings, not the target "${fault.target}": it is not Roundtrip's to set up`,
      };
    case 'slots-cannot-move':
      return { field, value: undefined, message: slotsCannotMove };
    case 'unknown-strategy':
      return { field, value: fault.strategy, message: oneOf(fault.known) };
    case 'cannot-send':
      return {
        field,
        value: fault.command,
        message: `${fault.strategy} can only send ${fault.able.join(', ')}`,
      };
    case 'custom-command':
      return { field, value: short(fault.line), message: inWords(fault.fault) };
    case 'too-many-keys-to-fill':
      return {
        field,
        value: fault.keyspace,
        message: `commands that read have their keys written first, at most ${fault.most} keys`,
        allowed: { min: limits.keyspace.min, max: fault.most },
      };
  }
}

const oneOf = (known: readonly string[]) => `must be one of ${known.join(', ')}`;

function inWords(fault: CustomCommandFault): string {
  switch (fault.why) {
    case 'empty':
      return 'is empty: write a command, as in ZINCRBY __key__ 1 __rand_int__';
    case 'unknown':
      return `${short(fault.command)} is no command that is known here`;
    case 'refused':
      return `${fault.command} is refused (${fault.flag}): only commands that work on the keys they name, at once, can be measured`;
    case 'keyless':
      return `${fault.command} names no key: only commands that work on __key__ are sent`;
    case 'foreign-key':
      return `each key has to be __key__: "${short(fault.key)}" may be somebody else’s`;
  }
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

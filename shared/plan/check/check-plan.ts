import { limits } from '../../limits.ts';
import type { Problem } from '../../contract/problem-reason.ts';
import type { ProblemReason } from '../../contract/problem-reason.ts';
import { problemAt } from '../../contract/problem-at.ts';
import type { CustomCommandFault } from './custom-command.ts';
import {
  planFaults,
  replicaReaders,
  type Capabilities,
  type CheckablePlan,
  type PlanFault,
} from './plan-faults.ts';

/**
 * What keeps a plan from being started here, as far as that is known without asking the server that is measured.
 * Pure: nothing is started and nothing is connected. Empty: nothing does.
 */
export const checkPlan = (plan: CheckablePlan, capabilities: Capabilities): Problem[] =>
  planFaults(plan, capabilities).map(problemOf);

function problemOf(fault: PlanFault): Problem {
  const { field } = fault;
  switch (fault.code) {
    case 'unknown-target':
      return problemAt(field, { code: 'not-one-of', known: [...fault.known] }, { value: fault.target });
    case 'server-is-not-ours':
      return problemAt(field, { code: 'server-is-not-ours', target: fault.target });
    case 'slots-cannot-move':
      return problemAt(field, { code: 'slots-cannot-move' });
    case 'program-not-installed': {
      const { program, installed } = fault;
      return problemAt(
        field,
        { code: 'program-not-installed', program, installed: [...installed] },
        { value: program },
      );
    }
    case 'one-server-alone':
      return problemAt(field, { code: 'one-server-alone', what: fault.what });
    case 'agents-cannot':
      return problemAt(field, { code: 'agents-cannot', why: fault.why });
    case 'too-few-clients-for-agents': {
      const { agents, threads, clients } = fault;
      const reason = { code: 'too-few-clients-for-agents', agents, threads, clients } as const;
      return problemAt(field, reason, { value: clients });
    }
    case 'program-cannot':
      return problemAt(field, { code: 'program-cannot', why: fault.why });
    case 'written-cannot':
      return problemAt(field, {
        ...{ code: 'written-cannot', why: fault.why, strategies: [...fault.strategies] },
      });
    case 'kernel-network':
      return problemAt(field, { code: 'kernel-network', why: fault.why });
    case 'cut-cannot':
      return problemAt(field, { code: 'cut-cannot', why: fault.why, everyMs: fault.everyMs });
    case 'unknown-strategy':
      return problemAt(field, { code: 'not-one-of', known: [...fault.known] }, { value: fault.strategy });
    case 'client-cannot': {
      const { client, strategy, why } = fault;
      const name =
        why === 'not-installed' ? { package: fault.package } : why === 'no-cache' ? { has: fault.has } : {};
      return problemAt(field, { code: 'client-cannot', client, strategy, why, ...name }, { value: client });
    }
    case 'no-replica-reads':
      return problemAt(field, { code: 'no-replica-reads', why: fault.why, strategies: [...replicaReaders] });
    case 'cached-cannot':
      return problemAt(field, { code: 'cached-cannot', why: fault.why });
    case 'writes-cannot':
      return problemAt(field, { code: 'writes-cannot', why: fault.why });
    case 'callers-cannot':
      return problemAt(field, { code: 'callers-cannot', why: fault.why, strategies: [...fault.strategies] });
    case 'cannot-send': {
      const { strategy, able, command } = fault;
      return problemAt(field, { code: 'cannot-send', strategy, able: [...able] }, { value: command });
    }
    case 'custom-command':
      return problemAt(field, reasonOf(fault.fault), { value: short(fault.line) });
    case 'too-many-keys-to-fill':
      return problemAt(
        field,
        { code: 'too-many-keys-to-fill', most: fault.most },
        { value: fault.keyspace, allowed: { min: limits.keyspace.min, max: fault.most } },
      );
  }
}

function reasonOf(fault: CustomCommandFault): ProblemReason {
  switch (fault.why) {
    case 'empty':
      return { code: 'custom-command-empty' };
    case 'refused':
      return { code: 'custom-command-refused', command: short(fault.command), flag: fault.flag };
    case 'placeholder':
      return { code: 'custom-command-placeholder', word: short(fault.word) };
    case 'quote':
      return { code: 'custom-command-quote', word: short(fault.word) };
    case 'keyless':
      return { code: 'custom-command-keyless', command: short(fault.command) };
    case 'foreign-key':
      return { code: 'custom-command-foreign-key', key: short(fault.key) };
  }
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

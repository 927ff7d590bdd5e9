import type { ClientId } from '../../../shared/contract/enums.ts';
import { runsInProcess, startShareWith } from '../clients/start-worker.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { StartShare } from '../lane/messages.ts';
import type { CodeOfLanes } from '../lane/lane-code.ts';
import { startHere, startProgramThread } from './start-program.ts';

/** Whether a run is carried out in the caller's thread: one function of the caller keeps all lanes there. */
export const runsHere = (code: CodeOfLanes | undefined): boolean =>
  [...(code?.values() ?? [])].some(({ type }) => type === 'function');

/** Counts the threads of this machine that a run begins with. Threads for code of the user are left out. */
export function threadsOf({ lanes, agents }: Plan, code: CodeOfLanes | undefined): number {
  if (agents !== undefined || runsHere(code)) return 0;
  return lanes
    .filter(({ id, client }) => !code?.has(id) && !runsInProcess(client))
    .reduce((sum, { workload }) => sum + workload.threads, 0);
}

/** What starts a share of a lane of a run with such code. */
export function startShareIn(
  { id, client }: { id: string; client?: ClientId | undefined },
  code: CodeOfLanes | undefined,
): StartShare {
  if (runsHere(code)) return startShareWith(client, startHere);
  return code?.get(id)?.type === 'file' ? startProgramThread : startShareWith(client);
}

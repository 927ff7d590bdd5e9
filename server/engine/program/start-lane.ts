import type { ClientId } from '../../../shared/contract/enums.ts';
import { startShareWith } from '../clients/start-worker.ts';
import type { StartShare } from '../lane/messages.ts';
import type { CodeOfLanes } from '../lane/lane-code.ts';
import { startHere, startProgramThread } from './start-program.ts';

/** Whether a run is carried out in the caller's thread: one function of the caller keeps all lanes there. */
export const runsHere = (code: CodeOfLanes | undefined): boolean =>
  [...(code?.values() ?? [])].some(({ type }) => type === 'function');

/** What starts a share of a lane of a run with such code. */
export function startShareIn(
  { id, client }: { id: string; client?: ClientId | undefined },
  code: CodeOfLanes | undefined,
): StartShare {
  if (runsHere(code)) return startShareWith(client, startHere);
  return code?.get(id)?.type === 'file' ? startProgramThread : startShareWith(client);
}

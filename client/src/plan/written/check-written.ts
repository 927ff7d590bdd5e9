import type { WrittenWorkload } from '../../../../shared/contract/written.ts';
import { ApiError } from '../../connection/api.ts';
import type { WrittenMessages } from '../../messages/written/en.ts';
import type { PlanEditor } from '../plan-editor.svelte.ts';

/** `path`: within the document; empty: of the whole. */
export interface WrittenProblem {
  path: string;
  message: string;
}

type Checked = { written: WrittenWorkload } | { problems: WrittenProblem[] };

/** What the server, which runs them, makes of units as they were typed: the check of the command line. */
export async function checkWritten(
  text: string,
  editor: Pick<PlanEditor, 'check'>,
  { notJson }: Pick<WrittenMessages, 'notJson'>,
): Promise<Checked> {
  const ofWhole = (message: string): Checked => ({ problems: [{ path: '', message }] });
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return ofWhole(notJson(error instanceof Error ? error.message : String(error)));
  }
  try {
    const { written } = await editor.check({ written: document, lanes: [{ strategy: 'pipeline' }] });
    return written ? { written } : ofWhole(notJson('null'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, problems = [] } = error.detail;
    const found = problems.flatMap(({ field, message: why }) => {
      const [, path] = /^written\b\.?(.*)$/.exec(field) ?? [];
      return path === undefined ? [] : [{ path, message: why }];
    });
    return found.length > 0 ? { problems: found } : ofWhole(message);
  }
}

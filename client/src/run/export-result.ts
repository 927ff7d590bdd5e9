import type { Result } from '../../../shared/contract/result.ts';
import type { ErrorBody } from '../../../shared/contract/http.ts';
import type { ExportFormat } from '../../../shared/contract/enums.ts';
import type { Messages } from '../messages/en.ts';

/** The ends of the files' names. */
const endings: Record<ExportFormat, string> = { json: 'json', csv: 'csv', markdown: 'md', html: 'html' };

export interface ExportedResult {
  blob: Blob;
  fileName: string;
}

/**
 * Has the server write a result in this format, also one that it does not keep. Rejects with an Error whose message
 * is for the reader.
 */
export async function exportResult(
  result: Result,
  format: ExportFormat,
  text: Messages['connection'],
): Promise<ExportedResult> {
  const response = await fetch(`/api/export/${format}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(result),
  }).catch(() => {
    throw new Error(text.unreachable);
  });
  if (!response.ok) {
    const answer = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
    throw new Error(answer?.error ? text.refusal(answer.error).message : text.notUnderstood(response.status));
  }
  return { blob: await response.blob(), fileName: `roundtrip-${result.id}.${endings[format]}` };
}

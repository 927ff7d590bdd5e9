import { type Result, resultSchema } from '../../../shared/contract/result.ts';
import { exportFormats, type ExportFormat } from '../../../shared/contract/enums.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { largestExport } from '../../../shared/limits.ts';
import { looksLikeHdr } from '../../engine/latency/hdr-export.ts';
import { csv, csvWith } from '../../reporters/csv.ts';
import { html } from '../../reporters/html.ts';
import { json } from '../../reporters/json.ts';
import { markdown } from '../../reporters/markdown.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import { Refusal } from '../plugins/errors.ts';
import { checked } from '../plugins/schemas.ts';

const formats: Record<ExportFormat, { reporter: Reporter; ending: string; type: string }> = {
  json: { reporter: json, ending: 'json', type: 'application/json; charset=utf-8' },
  csv: { reporter: csv, ending: 'csv', type: 'text/csv; charset=utf-8' },
  'csv-semicolon': { reporter: csvWith(';'), ending: 'csv', type: 'text/csv; charset=utf-8' },
  markdown: { reporter: markdown, ending: 'md', type: 'text/markdown; charset=utf-8' },
  html: { reporter: html, ending: 'html', type: 'text/html; charset=utf-8' },
};

export interface ExportedFile {
  text: string;
  headers: { 'content-type': string; 'content-disposition': string };
}

/** Throws a Refusal for a format that is none. */
export function exportFormatOf(format: string): ExportFormat {
  const known = exportFormats.find((one) => one === format);
  if (known) return known;
  const message = `There is no export as "${format.slice(0, 40)}": choose one of ${exportFormats.join(', ')}.`;
  throw new Refusal(404, { code: 'no_such_format', message });
}

/** What is exported: an entry of the history, or a document that was sent, as the bytes of its JSON. */
export type ExportJob = { format: ExportFormat } & (
  | { source: 'run'; document: Result }
  | { source: 'document'; id: string; document: object }
  | { source: 'upload'; body: Uint8Array }
);

/** Throws a Refusal, or InvalidInput. */
export function exportFile(job: ExportJob): ExportedFile {
  if (job.source === 'run') return exportRun(job.document, job.format);
  if (job.source === 'document') return exportDocument(job.document, job.id, job.format);
  return exportUpload(job.body, job.format);
}

function exportRun(result: Result, format: ExportFormat): ExportedFile {
  const parts: string[] = [];
  let length = 0;
  formats[format].reporter.report?.({ kind: 'run', result }, (text) => {
    length += text.length;
    if (length > largestExport) throw tooLarge();
    parts.push(text);
  });
  return asFile(parts.join(''), result.id, format);
}

/** Of a lesson or a search, which no reporter knows, the document itself. */
function exportDocument(document: object, id: string, format: ExportFormat): ExportedFile {
  if (format === 'json') return asFile(`${JSON.stringify(document, null, 2)}\n`, id, format);
  const message = `Only runs are exported as ${format}; a lesson or a search is exported as json.`;
  throw new Refusal(409, { code: 'no_such_format', message });
}

function exportUpload(body: Uint8Array, format: ExportFormat): ExportedFile {
  const document = readJson(body);
  checked(resultSchema, document, 'result');
  const result = document as Result;
  refuseMadeUp(result);
  try {
    return exportRun(result, format);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // It has the form of a result, and figures or dates that no run ever gave it.
    const why = error instanceof Error ? error.message : String(error);
    throw new InvalidInput([{ field: 'result', message: `cannot be reported: ${why.slice(0, 200)}` }]);
  }
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new Refusal(400, { code: 'bad_request', message: 'The body is not valid JSON.' });
  }
}

export const tooLarge = (): Refusal =>
  new Refusal(413, {
    code: 'export_too_large',
    message: `The file would be larger than ${largestExport} bytes.`,
  });

function refuseMadeUp({ lanes }: Result): void {
  const problems = lanes.flatMap(({ histograms }, lane) =>
    Object.entries(histograms).flatMap(([kind, encoded]: [string, string | null]) =>
      encoded === null || looksLikeHdr(encoded) ? [] : [`lanes[${lane}].histograms.${kind}`],
    ),
  );
  if (problems.length > 0)
    throw new InvalidInput(
      problems.map((field) => ({
        field,
        value: undefined,
        message: 'must be a histogram of Roundtrip, or null',
      })),
    );
}

function asFile(text: string, id: string, format: ExportFormat): ExportedFile {
  const { ending, type } = formats[format];
  const name = id.replace(/[^\w-]+/g, '_').slice(0, 80);
  return {
    text,
    headers: {
      'content-type': type,
      // Never shown as a page of ours: its words may come from anybody.
      'content-disposition': `attachment; filename="roundtrip-${name}.${ending}"`,
    },
  };
}

import { workloadSettings } from '../settings/workload.ts';
import type { SnippetRequest, SnippetWorkload } from './asked.ts';
import { allFields, snippetCalls } from './commands.ts';
import { libraryOf } from './libraries.ts';

/** `gatherer`: of a connection, a function that sends an item with those that come soon after it. */
export function gathererLines(asked: SnippetRequest): string[] {
  const { gatherMs, maxBatch, maxBatchBytes } = asked.workload;
  const { default: usualMs } = workloadSettings.gatherMs.real;
  const { default: most } = workloadSettings.maxBatch.whole;
  const { default: mostBytes } = workloadSettings.maxBatchBytes.whole;
  return [
    '// A batch is sent once its first item has waited that long, or when it has so many items or bytes.',
    `const gatherMs = ${gatherMs ?? usualMs};`,
    `const maxBatch = ${maxBatch ?? most};`,
    `const maxBatchBytes = ${maxBatchBytes ?? mostBytes};`,
    '',
    'function gatherer(redis) {',
    '  let batch = [];',
    '  let bytes = 0;',
    '  let sendAt = 0;',
    '  let willLook = false;',
    '  const flush = async () => {',
    '    const sent = batch;',
    '    batch = [];',
    '    bytes = 0;',
    '    try {',
    ...libraryOf(asked).gatheredLines.map((line) => `      ${line}`),
    '    } catch (error) {',
    '      for (const { reject } of sent) reject(error);',
    '    }',
    '  };',
    '  // Timers are 1 ms coarse. A shorter wait looks at the clock again and again, which takes a core while an item waits.',
    '  const lookAfter = (ms) => {',
    '    willLook = true;',
    '    if (ms < 1) setImmediate(look);',
    '    else setTimeout(look, ms);',
    '  };',
    '  const look = () => {',
    '    willLook = false;',
    '    if (batch.length === 0) return;',
    '    const leftMs = sendAt - performance.now();',
    '    if (leftMs > 0) lookAfter(leftMs);',
    '    else void flush();',
    '  };',
    '  return (item) =>',
    '    new Promise((resolve, reject) => {',
    '      if (batch.length === 0) sendAt = performance.now() + gatherMs;',
    `      bytes += ${bytesOfItem(asked.workload)};`,
    '      if (batch.push({ item, resolve, reject }) >= maxBatch || bytes >= maxBatchBytes) void flush();',
    '      else if (!willLook) lookAfter(gatherMs);',
    '    });',
    '}',
  ];
}

function bytesOfItem(workload: SnippetWorkload): string {
  const fields = allFields(snippetCalls(workload));
  if (fields.includes('entries') || fields.includes('keys')) return 'JSON.stringify(item).length';
  const [only, ...more] = workload.commands;
  const lengths = ['key', 'value']
    .filter((field) => fields.includes(field))
    .map((field) => (only && more.length === 0 ? `item.${field}.length` : `(item.${field}?.length ?? 0)`));
  return lengths.length === 0 ? '1' : lengths.join(' + ');
}

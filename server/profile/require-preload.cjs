// @ts-check
'use strict';

// Required before the program, in each process and thread of it. Whatever fails here, the program runs.
try {
  // The thread of Node's own that runs hooks of ESM sends nothing, and requires no module there (22).
  const threads = /** @type {{ isInternalThread?: boolean }} */ (require('node:worker_threads'));
  if (threads.isInternalThread !== true) require('./preload.js');
} catch (error) {
  sayWhy(error);
}

/**
 * Leaves a trace that says why there is none: Node before 20.19 takes no module by require.
 * @param {unknown} error
 */
function sayWhy(error) {
  try {
    const settings = JSON.parse(process.env['ROUNDTRIP_PROFILE'] || 'null');
    if (!settings) return;
    const { version, folder, share } = settings;
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const node = process.versions.node;
    const cause = code === 'ERR_REQUIRE_ESM' ? `Node ${node} is older than 20.19` : code || 'other';
    const lines = [
      { k: 'meta', v: version, node, source: 'patch', budget: share, pid: process.pid },
      { k: 'fault', count: 1, cause, left: [] },
    ];
    const { appendFileSync } = require('node:fs');
    const file = require('node:path').join(folder, `${process.pid}-0-start.jsonl`);
    for (const line of lines) appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // Where nothing can be written, nothing is said.
  }
}

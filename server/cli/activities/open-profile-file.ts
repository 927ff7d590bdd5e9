import { basename } from 'node:path';
import { statSync } from 'node:fs';
import { openProfile, type OpenedProfile } from '../../../shared/profile/open-profile.ts';
import type { Trace } from '../../../shared/profile/read-trace.ts';
import { withoutSource } from '../../../shared/profile/profile-of.ts';
import { Sources } from '../../profile/sources.ts';
import { readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';

/**
 * Reads a trace or a profile from a file, or from stdin (`-`). What does not end with its findings is judged by the
 * sources in the current folder. Throws UsageError, with the option that named the file.
 */
export function openProfileFile(file: string, option: string): OpenedProfile {
  try {
    const startedAt = (file === '-' ? new Date() : statSync(file).mtime).toISOString();
    const program = file === '-' ? 'stdin' : basename(file);
    return openProfile(readTextFile(file === '-' ? 0 : file), { startedAt, program }, (trace) => {
      if (trace.source === 'proxy') return withoutSource('proxy');
      const sources = new Sources(process.cwd());
      sources.toOriginals(trace);
      return sources;
    });
  } catch (error) {
    throw new UsageError(`${option} ${file}: ${messageOf(error)}`);
  }
}

/** Reads what `--trace` names, and refuses what holds no recording. Throws UsageError. */
export function openTraceFile(file: string): OpenedProfile & { trace: Trace } {
  const { trace, ...opened } = openProfileFile(file, '--trace');
  if (trace) return { ...opened, trace };
  throw new UsageError(
    `--trace ${file}: it holds what was found, and not what was recorded: give what profile --trace wrote`,
  );
}

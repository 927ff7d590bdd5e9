import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const name = 'history.sqlite';

/** Where the history lies unless somebody says otherwise: the folder in which programs of a user keep their data. */
export function defaultHistoryFile(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = nonEmpty(env['HOME']) ?? homedir();
  switch (platform) {
    case 'win32':
      return join(nonEmpty(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), 'Roundtrip', name);
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Roundtrip', name);
    default: {
      const data = nonEmpty(env['XDG_DATA_HOME']);
      // The specification has relative paths ignored.
      const folder = data !== undefined && isAbsolute(data) ? data : join(home, '.local', 'share');
      return join(folder, 'roundtrip', name);
    }
  }
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

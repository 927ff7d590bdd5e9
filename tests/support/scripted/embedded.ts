import type { EmbeddedOptions, EmbeddedServer } from '../../../server/redis/private/embedded.ts';
import { checkSettings, describeSettings } from '../../../server/redis/private/server-settings.ts';
import { ScriptedServer, scriptedVersion } from './scripted-server.ts';

/** It always starts. */
class ScriptedServerFailed extends Error {}

/** In place of the module of the same name: a private server for scripted lanes, in this process. */
async function startScripted({ settings = {} }: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  checkSettings(settings);
  const server = await ScriptedServer.start();
  const unusual = describeSettings(settings);
  let end: string | null = null;
  let hasEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  return {
    target: {
      description: {
        id: 'embedded',
        label: `Private redis-server ${scriptedVersion}${unusual === '' ? '' : ` (${unusual})`}`,
        kind: 'embedded',
        version: scriptedVersion,
      },
      endpoint: { host: '127.0.0.1', port: server.port, db: 0 },
      isPrivate: true,
    },
    pid: process.pid,
    folder: '',
    get end() {
      return end;
    },
    ended,
    stop() {
      end ??= 'killed by SIGKILL';
      server.stop();
      hasEnded();
      return Promise.resolve();
    },
  };
}

export { startScripted as startEmbedded, ScriptedServerFailed as EmbeddedServerFailed };

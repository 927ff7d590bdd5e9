import { exists, hasFlag } from '@ioredis/commands';

/** Whether clients that read from replicas send this command to one: by its name in lower case, as `object|encoding`. */
export function onlyReads(name: string): boolean {
  const [command = ''] = name.split('|');
  return exists(command) && hasFlag(command, 'readonly');
}

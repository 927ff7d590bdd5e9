import type { Redis } from 'ioredis';
import type { Batch } from '../batch.ts';
import type { Argument } from '../workload/prepared-command.ts';
import { connectIoredis } from './ioredis-connection.ts';
import type { Strategy } from './strategy.ts';

export const lua: Strategy = {
  id: 'lua',
  label: 'Lua script',
  summary: 'A script on the server that runs the batch: EVALSHA with all keys and arguments.',
  batching: 'batch',
  commands: null,
  semantics: {
    atomic: true,
    onFailure:
      'The script decides: this one goes on and returns an error in the place of the reply (redis.pcall).',
    blocksOthers: 'Yes: nobody else is served while the script runs.',
    cluster: 'All keys of a batch must be in one slot (hash tags).',
    writes: '1 per batch',
    bytes: 'keys and arguments, two small numbers and the name for each command; the script’s digest once',
  },
  connect: async (context) => {
    const redis = await connectIoredis(context);
    const digest = String(await redis.script('LOAD', script));
    return {
      send(batch) {
        sendScript(redis, digest, batch);
      },
      close() {
        redis.disconnect();
      },
    };
  },
};

/** For each command: its name, how many keys and how many other arguments; keys come in KEYS, in order. */
const script = `
local replies, key, arg = {}, 1, 1
while arg <= #ARGV do
  local name, keys, others = ARGV[arg], tonumber(ARGV[arg + 1]), tonumber(ARGV[arg + 2])
  arg = arg + 3
  local words = {}
  if keys == 1 then
    words[1] = KEYS[key]
    for i = 1, others do words[i + 1] = ARGV[arg + i - 1] end
  else
    local each = keys > 0 and others / keys or 0
    for k = 0, keys - 1 do
      words[#words + 1] = KEYS[key + k]
      for i = 0, each - 1 do words[#words + 1] = ARGV[arg + k * each + i] end
    end
    if keys == 0 then for i = 1, others do words[i] = ARGV[arg + i - 1] end end
  end
  key = key + keys
  arg = arg + others
  replies[#replies + 1] = redis.pcall(name, unpack(words)) or false
end
return replies`;

function sendScript(redis: Redis, digest: string, batch: Batch): void {
  const keys: Argument[] = [];
  const words: Argument[] = [];
  for (let index = 0; index < batch.size; index++) {
    const { command, args } = batch.draw();
    const header = words.push(command.name, '0', '0') - 2;
    const keysBefore = keys.length;
    for (const [at, part] of command.parts.entries()) (part.is === 'key' ? keys : words).push(args[at] ?? '');
    words[header] = String(keys.length - keysBefore);
    words[header + 1] = String(words.length - header - 2);
  }
  batch.flush();
  batch.countCalls(batch.size);
  redis.call('EVALSHA', [digest, String(keys.length), ...keys, ...words]).then(
    (replies) => {
      for (const reply of replies as unknown[]) batch.reply(reply);
      batch.answer(batch.size);
    },
    (error: unknown) => {
      for (let index = 0; index < batch.size; index++) batch.refuse(error);
      batch.answer(batch.size);
    },
  );
}

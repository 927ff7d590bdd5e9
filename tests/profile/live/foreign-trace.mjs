// Sends a GET, and leaves beside its own trace one that cannot be judged; with REMOVES it removes all traces.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL);
await redis.get('foreign:a');
redis.disconnect();
const { folder } = JSON.parse(process.env.ROUNDTRIP_PROFILE);
if (process.env.REMOVES) rmSync(folder, { recursive: true });
else
  writeFileSync(
    join(folder, 'zz.jsonl'),
    '{"k":"meta","v":99}\n{"k":"unit","id":1,"kind":"job","name":"x","t0":0,"t1":1}\n',
  );

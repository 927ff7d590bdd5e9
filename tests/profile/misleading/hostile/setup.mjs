import { Redis } from 'ioredis';
import { unit } from '@roundtrip-lab/roundtrip/profile';

export const redis = new Redis(Number(process.env.PLANTED_PORT));
const stepOf = (at) => (at * 7 + 11) % 50;
/** A key that no reply has as a text. */
export const keyOf = (number) => `at:${(number * 3 + 1) % 50}`;
const words = ['alpha', 'bravo', 'charlie', 'delta', 'echoes', 'foxtrot', 'golf'];

async function seed() {
  await redis.flushall();
  const pipeline = redis.pipeline();
  for (let at = 0; at < 60; at++) {
    const step = stepOf(at);
    const few = Array.from({ length: 1 + (step % 4) }, (_, index) => (step + index) % 9);
    pipeline
      .set(`at:${at}`, String(step))
      .set(`sign:${at}`, ['up', 'down', 'stay'][step % 3])
      .set(`list:${at}`, few.map((one) => `w${one}`).join(','))
      .sadd(`set:${at}`, ...few.map((one) => `m${one}`))
      .hset(`row:${at}`, { step: String(step), name: `n${at}`, team: String(at % 5) })
      .set(`a:${at}`, `v${at}`)
      .rpush('feed', `e${at}`);
  }
  for (const [index, word] of words.entries()) pipeline.set(`word:${word}`, words[index + 1] ?? 'end');
  await pipeline.exec();
}

/** Runs each handler three times, each as a unit. */
export async function play(programs) {
  await seed();
  for (let times = 0; times < 3; times++)
    for (const [name, act] of Object.entries(programs)) await unit(name, act);
  await redis.quit();
}

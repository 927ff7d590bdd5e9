import { createClient } from '@redis/client';
import { drive, url } from './support.mjs';

const client = await createClient({ url }).connect();
await client.mSet(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`v:${i}`, String(i * i)])));

async function mapSeries(items, transform) {
  const out = [];
  for (const item of items) out.push(await transform(item));
  return out;
}
async function mapLimit(items, limit, transform) {
  const out = [];
  let i = 0;
  await Promise.all(
    Array.from({ length: limit }, async () => {
      while (i < items.length) {
        const mine = i++;
        out[mine] = await transform(items[mine]);
      }
    }),
  );
  return out;
}
const chunk = (items, n) =>
  Array.from({ length: Math.ceil(items.length / n) }, (_, i) => items.slice(i * n, i * n + n));
const ids = Array.from({ length: 12 }, (_, i) => i);

// 25a: independent
const series = () => mapSeries(ids.slice(0, 5), (id) => client.get(`v:${id}`));
// end
// 25b: batched
const limited = () => mapLimit(ids, 4, (id) => client.get(`v:${id}`));
// end
async function chunked() {
  const out = [];
  // 25c: batched
  for (const part of chunk(ids, 4)) out.push(...(await Promise.all(part.map((id) => client.get(`v:${id}`)))));
  // end
  return out;
}
const doubled = async () => {
  // 25d: independent
  const values = await mapSeries(['3', '4', '5', '6'], async (id) => Number(await client.get(`v:${id}`)) * 2);
  // end
  return values;
};
const waterfall = async () => {
  // 25e: dependent
  const steps = [
    () => client.get('v:2'),
    (x) => client.get(`v:${x}`),
    (x) => client.get(`v:${Math.sqrt(Number(x)) - 1}`),
  ];
  let value;
  for (const step of steps) value = await step(value);
  // end
  return value;
};
const tasks = async () => {
  const out = [];
  // 25f: independent, not found
  const work = [() => client.get('v:1'), () => client.exists('v:2'), () => client.strLen('v:11')];
  for (const run of work) out.push(await run());
  // end
  return out;
};
const pages = {
  '/series': series,
  '/limited': limited,
  '/chunked': chunked,
  '/doubled': doubled,
  '/waterfall': waterfall,
  '/tasks': tasks,
};
await drive(async (address) => ({ value: await pages[address.pathname]() }), Object.keys(pages));
client.destroy();

import { createClient } from '@redis/client';
import { drive, url } from './support.mjs';

const client = await createClient({ url }).connect();
await client.mSet({ 'acc:a': '1000', 'acc:b': '1000', 'acc:c': '1000', 'acc:d': '1000', vault: '0' });
const ALL = ['a', 'b', 'c', 'd'];

async function transfer(from, to, amount) {
  // 12a: batched
  const [left, right] = await client.multi().decrBy(`acc:${from}`, amount).incrBy(`acc:${to}`, amount).exec();
  // end
  return [left, right];
}

async function transferChecked(from, to, amount) {
  // 12b: dependent
  const balance = Number(await client.get(`acc:${from}`));
  if (balance < amount) throw new Error('poor');
  await client.set(`acc:${from}`, String(balance - amount));
  await client.incrBy(`acc:${to}`, amount);
  // end
  return balance;
}

async function interest() {
  // 12c: dependent
  for (const id of ALL) {
    const balance = Number(await client.get(`acc:${id}`));
    await client.set(`acc:${id}`, String(Math.round(balance * 1.01)));
  }
  // end
  return client.mGet(ALL.map((id) => `acc:${id}`));
}

async function fees() {
  const left = [];
  // 12d: independent, not found
  for (const id of ALL) {
    const [balance] = await client.multi().decrBy(`acc:${id}`, 1).incrBy('vault', 1).exec();
    left.push(balance);
  }
  // end
  return left;
}

async function total() {
  // 12e: independent
  return (
    Number(await client.get('acc:a')) +
    Number(await client.get('acc:b')) +
    Number(await client.get('acc:c')) +
    Number(await client.get('acc:d'))
  );
  // end
}

await drive(
  async (address) => {
    switch (address.pathname) {
      case '/transfer':
        return transfer('a', 'b', 5);
      case '/checked':
        return transferChecked('b', 'c', 5);
      case '/interest':
        return interest();
      case '/fees':
        return fees();
      default:
        return { total: await total() };
    }
  },
  ['/transfer', '/checked', '/interest', '/fees', '/total'],
);
client.destroy();

import { createClient } from '@redis/client';
import { drive, url } from './support.mjs';

const client = await createClient({ url }).connect();
await client.mSet({
  'cfg:host': 'h',
  'cfg:port': '80',
  'cfg:user': 'u',
  'cfg:path': '/p',
  'cfg:env': 'prod',
  'cfg:prod:region': 'eu',
  'cfg:eu:zone': 'z1',
});
// oxlint-disable-next-line typescript/no-extraneous-class -- as many write it
class Config {
  static async load() {
    // 26a: independent
    return {
      host: await client.get('cfg:host'),
      port: Number(await client.get('cfg:port')),
      user: await client.get('cfg:user'),
      path: await client.get('cfg:path'),
    };
    // end
  }
  static async address() {
    // 26b: independent
    return `${await client.get('cfg:user')}@${await client.get('cfg:host')}:${await client.get('cfg:port')}`;
    // end
  }
  static async zone() {
    // 26c: dependent
    const env = await client.get('cfg:env');
    const region = await client.get(`cfg:${env}:region`);
    return client.get(`cfg:${region}:zone`);
    // end
  }
  static async list() {
    // 26d: independent
    return [].concat(
      await client.get('cfg:host'),
      await client.get('cfg:user'),
      await client.get('cfg:path'),
    );
    // end
  }
  static async save(changes) {
    // 26e: independent
    for (const [name, value] of Object.entries(changes)) {
      await client.set(`cfg:${name}`, value);
      await client.sAdd('cfg:names', name);
    }
    // end
    return client.sCard('cfg:names');
  }
  static async mode() {
    // 26f: conditional-exit
    const env = await client.get('cfg:env');
    if (env !== 'prod') return 'dev';
    const user = await client.get('cfg:user');
    if (user === null) return 'anonymous';
    return await client.get('cfg:host');
    // end
  }
}
const pages = {
  '/load': () => Config.load(),
  '/address': () => Config.address(),
  '/zone': () => Config.zone(),
  '/list': () => Config.list(),
  '/save': () => Config.save({ a: '1', b: '2', c: '3' }),
  '/mode': () => Config.mode(),
};
await drive(async (address) => ({ value: await pages[address.pathname]() }), Object.keys(pages));
client.destroy();

export class Store {
  constructor(redis, prefix) {
    this.redis = redis;
    this.prefix = prefix;
  }
  key(id) {
    return `${this.prefix}:${id}`;
  }
  async read(id) {
    const text = await this.redis.get(this.key(id));
    return text === null ? null : JSON.parse(text);
  }
  async write(id, value) {
    await this.redis.set(this.key(id), JSON.stringify(value));
  }
}

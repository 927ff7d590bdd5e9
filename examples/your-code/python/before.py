"""What a page of a shop reads for one customer, with redis-py: one command after the other."""

import os

import redis

from lane import is_first, prefix, serve

client = redis.Redis.from_url(os.environ["REDIS_URL"])
items = [f"{prefix}item:{n}" for n in range(12)]

if is_first:
    client.mset({key: "x" * 100 for key in items})
    for n in range(100):
        client.hset(f"{prefix}session:{n}", "name", f"customer {n}")


def page(i):
    session = client.hgetall(f"{prefix}session:{i % 100}")
    found = [client.get(key) for key in items]
    client.zadd(f"{prefix}seen", {f"customer:{i % 100}": i})
    return session, found


if __name__ == "__main__":
    serve(page)

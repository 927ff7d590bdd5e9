"""The same page as in before.py: MGET for the items, and all in one pipeline."""

from before import client, items, prefix
from lane import serve


def page(i):
    pipeline = client.pipeline(transaction=False)
    pipeline.hgetall(f"{prefix}session:{i % 100}")
    pipeline.mget(items)
    pipeline.zadd(f"{prefix}seen", {f"customer:{i % 100}": i})
    session, found, _ = pipeline.execute()
    return session, found


serve(page)

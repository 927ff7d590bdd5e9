#!/bin/sh
# Starts a program under the profiler, sends it requests, ends it, and ends with its code: 99 where a gate failed.
# ROUNDTRIP names another way to start it, such as "npx --no -- roundtrip".
set -u
cd "$(dirname "$0")/../.."
port=${PORT:-3000}

PORT=$port ${ROUNDTRIP:-node dist/server/cli/main.js} profile --quiet --json "${PROFILE:-profile.json}" \
  --assert "profile.independent == 0" \
  --assert "profile.tripsPerUnit['GET /cart/:id'] <= 3" -- node examples/gate/serve.mjs &
profiler=$!

cart="http://127.0.0.1:$port/cart/1"
until curl --silent --fail --output /dev/null "$cart"; do
  kill -0 "$profiler" || exit 1
  sleep 0.1
done
failed=0
for _ in 1 2 3 4 5; do
  curl --silent --show-error --fail --output /dev/null "$cart" || failed=$?
done

kill -TERM "$profiler"
wait "$profiler"
code=$?
[ "$code" -ne 0 ] && exit "$code"
exit "$failed"

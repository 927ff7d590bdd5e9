import { connect } from 'node:net';
import * as fc from 'fast-check';
import { casesAt, Findings, shown, type Attack, type AttackContext } from '../attack.ts';
import { hostileText, hostileValue } from '../hostile-values.ts';
import { nearlyValid, type Definitions, type ValueSchema } from '../schema-values.ts';
import { join } from 'node:path';
import { Subject } from '../subject.ts';

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: ValueSchema }> };
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Definitions };
}
interface Request {
  method: string;
  path: string;
  body: string | undefined;
}

type Answered = Map<number, number>;

const token = 'token-of-the-campaign';
const answerMs = 20_000;

/** Every route of the server's own description, with bodies drawn from its schemas, and bytes that are no HTTP. */
export const requests: Attack = {
  name: 'requests',
  about:
    'every route with drawn bodies and parameters, as a viewer and as a presenter; bytes that are no HTTP',
  async run({ seed, scale }) {
    const found = new Findings();
    /** How often each status was answered: where most are refusals of one kind, little was tried. */
    const answered: Answered = new Map();
    const subject = new Subject();
    try {
      const server = subject.start(['start', '--port', '0'], {
        ROUNDTRIP_TOKEN: token,
        ROUNDTRIP_HISTORY: join(subject.folder, '.history.sqlite'),
      });
      const url = await server.url();
      const before = server.memoryMb();
      await tryRoutes(found, answered, url, { seed, scale });
      await tryBytes(found, new URL(url), seed, casesAt(scale, { short: 30, pairs: 500, full: 5000 }));
      found.add('the server, after all of them', await server.wrongAt(url));
      const statuses = [...answered].map(([status, times]) => `${status} × ${times}`).join(', ');
      found.notes.push(`answers: ${statuses}`);
      found.notes.push(`memory of the server: ${before} MB before, ${server.memoryMb()} MB after`);
      await server.stop();
      const left = subject.processes();
      found.add('after its end', left.length > 0 ? `${left.length} processes are left` : null);
    } finally {
      subject.remove();
    }
    return found;
  },
};

async function tryRoutes(
  found: Findings,
  answered: Answered,
  url: string,
  { seed, scale }: AttackContext,
): Promise<void> {
  const description = (await (await fetch(`${url}/api/docs/openapi.json`)).json()) as Description;
  const each = casesAt(scale, { short: 6, pairs: 120, full: 1500 });
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const drawn = requestsOf(method, path, operation, description.components.schemas);
      for (const request of fc.sample(drawn, { seed, numRuns: each }))
        for (const authorization of [undefined, `Bearer ${token}`, 'Bearer wrong'])
          // Many wrong tokens are answered later and later, as they should be.
          if (authorization !== 'Bearer wrong' || found.cases % 50 === 0)
            found.add(
              `${request.method} ${request.path} ${request.body === undefined ? '' : shown(request.body)} (${authorization ?? 'no token'})`,
              await wrongWith(url, request, authorization, answered),
            );
      await stopAll(url);
    }
}

function requestsOf(
  method: string,
  path: string,
  operation: Operation,
  definitions: Definitions,
): fc.Arbitrary<Request> {
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const body = schema
    ? fc.oneof(
        { weight: 8, arbitrary: nearlyValid(schema, definitions).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: hostileText },
      )
    : fc.constant(undefined);
  return fc
    .record({
      filled: fc.array(fc.oneof(hostileText, fc.constantFrom('json', 'current', 'pipeline-depth')), {
        minLength: 3,
        maxLength: 3,
      }),
      query: fc.array(fc.tuple(fc.constantFrom(...names, 'x'), hostileText), { maxLength: 3 }),
      body,
    })
    .map((drawn) => {
      const parts = [...drawn.filled];
      const filled = path.replaceAll(/\{[^}]+\}/g, () => encoded(parts.pop() ?? ''));
      const query = drawn.query.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
      return {
        method: method.toUpperCase(),
        path: query === '' ? filled : `${filled}?${query}`,
        body: drawn.body,
      };
    });
}

/** At most what fits into the line of a request. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text.slice(0, 2000)).toString());

async function wrongWith(
  url: string,
  { method, path, body }: Request,
  authorization: string | undefined,
  answered: Answered,
): Promise<string | null> {
  try {
    const answer = await fetch(new URL(path.replace(/^\/+/, '/'), url), {
      method,
      signal: AbortSignal.timeout(answerMs),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body === undefined ? {} : { body }),
    });
    answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
    return wrongIn(answer.status, await answer.text(), path);
  } catch (error) {
    return `no answer: ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`;
  }
}

/** What must be in no answer: a fault of the server, a refusal in another form, a look at its insides. */
function wrongIn(status: number, text: string, path: string): string | null {
  if (status === 500) return `500 ${text.slice(0, 300)}`;
  if (status < 400) return null;
  if (/node_modules|\bat .+\.js:\d+/.test(text)) return `${status} shows its insides: ${text.slice(0, 300)}`;
  if (!path.startsWith('/api/') || text === '') return null;
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } };
    return typeof error?.code === 'string' && typeof error.message === 'string'
      ? null
      : `${status} in another form: ${text.slice(0, 300)}`;
  } catch {
    return `${status} is no JSON: ${text.slice(0, 300)}`;
  }
}

/** Stops what a drawn request has started. */
async function stopAll(url: string): Promise<void> {
  for (const what of ['runs', 'lessons', 'search'])
    await fetch(`${url}/api/${what}/current`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
}

const openings = [
  'GET / HTTP/1.1\r\n',
  'GET http://x:99999/%ff HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'GET /%E0%A4%A HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  `GET / HTTP/1.1\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '',
];

/** Connections that send something else than a request, half of one, or reset at once. */
async function tryBytes(
  found: Findings,
  { hostname, port }: URL,
  seed: number,
  count: number,
): Promise<void> {
  const drawn = fc.tuple(fc.constantFrom(...openings), fc.uint8Array({ maxLength: 200 }), fc.boolean());
  for (const [opening, bytes, resets] of fc.sample(drawn, { seed, numRuns: count })) {
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(opening);
        socket.write(bytes);
        setTimeout(() => (resets ? socket.resetAndDestroy() : socket.end()), 5);
      });
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.setTimeout(answerMs, () => socket.destroy());
      socket.on('close', () => {
        resolve(text);
      });
    });
    found.add(
      `bytes ${shown(opening, 40)} + ${bytes.length}`,
      answer.startsWith('HTTP/1.1 500') ? answer.slice(0, 300) : null,
    );
  }
}

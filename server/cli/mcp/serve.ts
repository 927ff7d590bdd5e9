import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { redact } from '../../redis/connection/redact.ts';
import { endWithProcess } from '../../redis/private/end-with-process.ts';
import { makeFolder, sweepLeftovers } from '../../redis/private/leftovers.ts';
import { roundtripVersion } from '../../version.ts';
import type { NamedProgram } from '../options/programs.ts';
import { fenced, foreignText, isDataNote, ToolRefused, type ToolAnswer } from './foreign.ts';
import { ProgramRuns, type RunsOptions } from './program-runs.ts';
import { loadSdk } from './sdk.ts';
import { toolsFor, type Tool } from './tools.ts';

interface ServeOptions extends Omit<RunsOptions, 'folder'> {
  programs: readonly NamedProgram[];
  /** Ends the server. */
  closing: AbortController;
}

/** Larger messages end the connection. */
const mostMessageBytes = 1_048_576;
const progressEveryMs = 2000;
const mostMessage = 2000;

const instructions = `Finds lines of a program that waste Redis round trips, and proves that a change mends them: profile, patch, apply the patch, profile, compare. ${isDataNote}`;

/** Serves the tools on stdin and stdout until the client leaves. Rejects with McpSdkMissing. */
export async function serveMcp({ programs, closing, ...options }: ServeOptions): Promise<void> {
  const { McpServer, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema } = await loadSdk();
  await sweepLeftovers(tmpdir()).catch(() => []);
  const folder = makeFolder(tmpdir());
  const forget = endWithProcess(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const all = { ...options, folder };
  const tools = toolsFor(programs, new ProgramRuns(all), all);
  const board = new OneAtATime();
  const { server } = new McpServer(
    { name: 'roundtrip', version: roundtripVersion },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, input, measures }) => ({
      ...{ name, title, description, inputSchema: { type: 'object' as const, ...input } },
      annotations: { title, readOnlyHint: !measures, destructiveHint: false, openWorldHint: measures },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const token = _meta?.progressToken;
    const startedAt = performance.now();
    const timer =
      token === undefined
        ? undefined
        : setInterval(() => {
            const progress = Math.round((performance.now() - startedAt) / 1000);
            void sendNotification({
              method: 'notifications/progress',
              params: { progressToken: token, progress, message: `${progress} s` },
            }).catch(() => undefined);
          }, progressEveryMs);
    try {
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) throw new ToolRefused(`There is no tool ${foreignText(params.name, 40)}`);
      const ending = AbortSignal.any([signal, closing.signal]);
      return answered(await board.carryOut(tool, params.arguments ?? {}, ending));
    } catch (error) {
      return refused(error);
    } finally {
      clearInterval(timer);
    }
  });
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: mostMessageBytes,
  });
  const close = () => {
    closing.abort();
  };
  const ended = new Promise<void>((resolve) => {
    closing.signal.addEventListener('abort', () => resolve());
  });
  server.onclose = close;
  for (const event of ['end', 'close', 'error']) process.stdin.once(event, close);
  process.stdout.once('error', close);
  try {
    await server.connect(transport);
    if (!closing.signal.aborted) await ended;
    await board.ended();
    await server.close();
  } finally {
    forget();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two measurements at once would measure each other. */
class OneAtATime {
  #inProgress: { name: string; ended: Promise<unknown> } | null = null;

  async carryOut({ name, measures, call }: Tool, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    if (!measures) return call(input, signal);
    if (this.#inProgress)
      throw new ToolRefused(
        `${this.#inProgress.name} is in progress, and one runs at a time: call ${name} again when it has ended`,
      );
    const answer = call(input, signal);
    this.#inProgress = { name, ended: answer };
    try {
      return await answer;
    } finally {
      this.#inProgress = null;
    }
  }

  /** Resolves when nothing is in progress. */
  async ended(): Promise<void> {
    await this.#inProgress?.ended.catch(() => undefined);
  }
}

const textBlock = (text: string) => ({ type: 'text' as const, text });

const answered = ({ says, data }: ToolAnswer) => ({
  content: [textBlock(says), ...(data === null ? [] : [textBlock(fenced(data))])],
  ...(data === null ? {} : { structuredContent: { note: isDataNote, data } }),
});

function refused(error: unknown) {
  const isOurs = error instanceof ToolRefused || error instanceof InvalidInput;
  const message = foreignText(redact(messageOf(error)), mostMessage);
  const data = error instanceof ToolRefused ? error.data : null;
  return {
    ...answered({ says: isOurs ? message : `It could not be carried out: ${message}`, data }),
    isError: true,
  };
}

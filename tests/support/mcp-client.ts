import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { projectRoot } from './project-root.ts';
import { temporaryFolder } from './temporary-folder.ts';

const main = join(projectRoot, 'dist/server/cli/main.js');

/** A client and the server that it has started. */
interface Served {
  client: Client;
  root: string;
  /** The folder for temporary files of the server and of its programs. */
  temporary: string;
  pid: number;
  errors: unknown[];
  call: (name: string, input?: Record<string, unknown>) => Promise<Answered>;
}

interface Answered {
  text: string;
  isError: boolean;
  data: Record<string, unknown>;
}

/** Starts the built server in a folder with these files, as a client does. */
export async function servedByMcp(
  files: Readonly<Record<string, string>>,
  programs: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Served> {
  const root = temporaryFolder();
  const temporary = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      ...[main, 'mcp', '--root', root, ...options],
      ...Object.entries(programs).flatMap(([name, line]) => ['--program', `${name}=${line}`]),
    ],
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: temporary },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  const errors: unknown[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Answered> => {
    const { content, isError, structuredContent } = await client.callTool({ name, arguments: input });
    return {
      text: (content as { text: string }[]).map(({ text }) => text).join('\n'),
      isError: isError === true,
      data: (structuredContent as { data: Record<string, unknown> } | undefined)?.data ?? {},
    };
  };
  return { client, root, temporary, pid: transport.pid ?? 0, errors, call };
}

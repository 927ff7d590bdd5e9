import { createRequire } from 'node:module';

/** The SDK of MCP is not installed: the message says how to install it. */
class McpSdkMissing extends Error {
  override readonly name = 'McpSdkMissing';
  constructor() {
    super('mcp needs the SDK of MCP, which is not installed here: npm install @modelcontextprotocol/sdk');
  }
}

/** The SDK, loaded for this command alone. Rejects with McpSdkMissing. */
export async function loadSdk() {
  try {
    createRequire(import.meta.url).resolve('@modelcontextprotocol/sdk/server/mcp.js');
  } catch {
    throw new McpSdkMissing();
  }
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { CallToolRequestSchema, ListToolsRequestSchema } =
    await import('@modelcontextprotocol/sdk/types.js');
  return { McpServer, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema };
}

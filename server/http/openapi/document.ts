import type { JsonSchema } from './components.ts';

/** An OpenAPI document, as far as the page reads it. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, JsonSchema> };
}

export interface ApiOperation {
  tags: string[];
  summary: string;
  security: object[];
  parameters?: { name: string; in: string; description?: string; schema: JsonSchema }[];
  requestBody?: { content: ApiContent };
  responses: Record<string, { description: string; content?: ApiContent }>;
}

export type ApiContent = Record<string, { schema: JsonSchema }>;

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Described {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

/** openapi.json, as far as tests read it. */
export interface DescribedApi {
  openapi: string;
  paths: Record<string, Record<string, Described & { operationId: string; requestBody?: object }>>;
  components: { schemas: Record<string, object> };
}

/** What is compiled of a document, by its text: that of one server is that of another. */
const compiled = new Map<string, Ajv2020>();

/** Holds answers against the document that a server gives of itself. */
export class DescribedAnswers {
  readonly document: DescribedApi;
  /** What was seen, as `get /api/health 200`. */
  readonly seen = new Set<string>();
  readonly #ajv: Ajv2020;

  private constructor(text: string) {
    this.document = JSON.parse(text) as DescribedApi;
    this.#ajv =
      compiled.get(text) ??
      new Ajv2020({ strict: false, allErrors: false }).addSchema(this.document, 'document', false, false);
    compiled.set(text, this.#ajv);
  }

  static async of(url: string): Promise<DescribedAnswers> {
    return new DescribedAnswers(await (await fetch(`${url}/api/docs/openapi.json`)).text());
  }

  /** Of a schema by its name. */
  schema(name: string): ValidateFunction {
    return this.#at(['components', 'schemas', name]);
  }

  /** What is wrong with an answer by what is said of it; `null`: nothing. */
  async complaint(method: string, path: string, response: Response): Promise<string | null> {
    const key = `${method} ${path} ${response.status}`;
    this.seen.add(key);
    const described = this.document.paths[path]?.[method]?.responses[response.status];
    if (!described) return `${key} is not in the document`;
    const text = await response.text();
    const [type] = Object.keys(described.content ?? {});
    if (type === undefined) return text === '' ? null : `${key} has a body`;
    if (type !== 'application/json') return null;
    const validate = this.#at([
      'paths',
      path,
      method,
      'responses',
      String(response.status),
      'content',
      type,
      'schema',
    ]);
    const body: unknown = JSON.parse(text);
    const wrong = complaintOf(validate, body);
    // The document cannot describe itself.
    if (path.endsWith('openapi.json')) return wrong;
    return wrong ?? slipsThrough(validate, body);
  }

  #at(parts: readonly string[]): ValidateFunction {
    const pointer = parts
      .map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1')))
      .join('/');
    const validate = this.#ajv.getSchema(`document#/${pointer}`);
    if (!validate) throw new Error(`the document has no ${pointer}`);
    return validate;
  }
}

export const complaintOf = (validate: ValidateFunction, value: unknown): string | null =>
  validate(value) ? null : JSON.stringify(validate.errors);

/** Where a code stands with figures of its own: what a recipe says. */
const phrasePlace = /\.(label|title|evidence\.\d|reading\.\d|rows\.\d\.\d|outcome\.warnings\.\d)$/;

/** Any field that is not described, and any figure or text that is an object instead, has to be noticed. */
export function slipsThrough(validate: ValidateFunction, whole: unknown): string | null {
  // The first two of a list say it for all.
  const value: unknown = JSON.parse(
    JSON.stringify(whole, (_, part: unknown) => (Array.isArray(part) ? part.slice(0, 2) : part)),
  );
  const slipped: string[] = [];
  const tryWith = (change: () => () => void, what: string) => {
    const undo = change();
    if (validate(value)) slipped.push(what);
    undo();
  };
  const walk = (part: unknown, path: string) => {
    if (typeof part !== 'object' || part === null) return;
    const fields = part as Record<string, unknown>;
    const isPhrase = phrasePlace.test(path) && !Array.isArray(part);
    if (!Array.isArray(part) && !isPhrase)
      tryWith(() => {
        fields.surprise = {};
        return () => delete fields.surprise;
      }, `${path}.surprise`);
    for (const [name, inner] of Object.entries(fields)) {
      const here = `${path}.${name}`;
      // Its figures may be any.
      if (isPhrase && name !== 'code') continue;
      if (typeof inner === 'object' && inner !== null) walk(inner, here);
      // What somebody sent may be anything.
      else if (!/problems\.\d\.value$/.test(here))
        tryWith(() => {
          fields[name] = {};
          return () => (fields[name] = inner);
        }, here);
    }
  };
  walk(value, '');
  return slipped.length === 0 ? null : `not noticed: ${slipped.join(', ')}`;
}

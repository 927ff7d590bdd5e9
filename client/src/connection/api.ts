import type { AgentList } from '../../../shared/contract/agents.ts';
import type { MachineLook } from '../../../shared/contract/machine.ts';
import type { SearchInput } from '../../../shared/contract/search.ts';
import type {
  Started,
  ErrorBody,
  Stopped,
  Session,
  ClientDescription,
  ServerProgramDescription,
  StrategyDescription,
  TargetDescription,
  Join,
} from '../../../shared/contract/http.ts';
import { pageHeader, type ExportFormat } from '../../../shared/contract/enums.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type {
  HistoryChange,
  HistoryEntry,
  HistoryPage,
  HistoryRecord,
} from '../../../shared/contract/history.ts';
import type { Plan, PlanInput } from '../../../shared/contract/plan.ts';
import type {
  DistanceOrder,
  LessonDescription,
  LessonOrder,
  LoadOrder,
} from '../../../shared/contract/lesson.ts';
import type { Messages } from '../messages/en.ts';

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** An answer that is not a success, in words for the reader. */
export class ApiError extends Error {
  readonly code: string;
  readonly detail: ErrorBody['error'];

  constructor(detail: ErrorBody['error']) {
    super(detail.message);
    this.name = 'ApiError';
    this.code = detail.code;
    this.detail = detail;
  }
}

/** The HTTP side of the server. Every method throws ApiError. */
export class Api {
  readonly #token: string | null;
  readonly #text: Messages['connection'];
  readonly #fetch: Fetch;
  readonly #page: () => string | undefined;

  constructor(
    token: string | null,
    text: Messages['connection'],
    fetch: Fetch = (path, init) => globalThis.fetch(path, init),
    /** The id of this page's socket. */
    page: () => string | undefined = () => undefined,
  ) {
    this.#token = token;
    this.#text = text;
    this.#fetch = fetch;
    this.#page = page;
  }

  strategies(): Promise<StrategyDescription[]> {
    return this.#ask('GET', '/api/strategies');
  }

  clients(): Promise<ClientDescription[]> {
    return this.#ask('GET', '/api/clients');
  }

  servers(): Promise<ServerProgramDescription[]> {
    return this.#ask('GET', '/api/servers');
  }

  targets(): Promise<TargetDescription[]> {
    return this.#ask('GET', '/api/targets');
  }

  agents(): Promise<AgentList> {
    return this.#ask('GET', '/api/agents');
  }

  session(): Promise<Session> {
    return this.#ask('GET', '/api/session');
  }

  machine(): Promise<MachineLook> {
    return this.#ask('GET', '/api/machine');
  }

  join(): Promise<Join> {
    return this.#ask('GET', '/api/join');
  }

  start(plan: PlanInput): Promise<Started> {
    return this.#ask('POST', '/api/runs', plan);
  }

  stop(): Promise<Stopped> {
    return this.#ask('DELETE', '/api/runs/current');
  }

  /** The plan with all that it leaves unsaid. */
  checkPlan(plan: unknown): Promise<Plan> {
    return this.#ask('POST', '/api/plans/check', plan);
  }

  moveSlots(): Promise<null> {
    return this.#ask('POST', '/api/runs/current/slot-moves');
  }

  lessons(): Promise<LessonDescription[]> {
    return this.#ask('GET', '/api/lessons');
  }

  startLesson(order: LessonOrder): Promise<Started> {
    return this.#ask('POST', '/api/lessons', order);
  }

  stopLesson(): Promise<Stopped> {
    return this.#ask('DELETE', '/api/lessons/current');
  }

  clearGuesses(recipe: string): Promise<null> {
    return this.#ask('DELETE', `/api/lessons/${encodeURIComponent(recipe)}/guesses`);
  }

  startDistances(order: DistanceOrder): Promise<Started> {
    return this.#ask('POST', '/api/distances', order);
  }

  startLoadCurve(order: LoadOrder): Promise<Started> {
    return this.#ask('POST', '/api/load-curve', order);
  }

  startSearch(order: SearchInput): Promise<Started> {
    return this.#ask('POST', '/api/search', order);
  }

  stopSearch(): Promise<Stopped> {
    return this.#ask('DELETE', '/api/search/current');
  }

  /** Fields that are empty are not asked for. */
  history(query: Record<string, string>): Promise<HistoryPage> {
    const asked = Object.entries(query).filter(([, value]) => value !== '');
    return this.#ask('GET', `/api/history?${new URLSearchParams(asked).toString()}`);
  }

  record(id: string): Promise<HistoryRecord> {
    return this.#ask('GET', entryPath(id));
  }

  changeEntry(id: string, change: HistoryChange): Promise<HistoryEntry> {
    return this.#ask('PATCH', entryPath(id), change);
  }

  removeEntry(id: string): Promise<null> {
    return this.#ask('DELETE', entryPath(id));
  }

  /** A picture for previews of the link to a run. */
  keepCard(id: string, png: Blob): Promise<null> {
    return this.#ask('PUT', `${entryPath(id)}/card`, png);
  }

  /** A result as a file. Its viewers get it where the server keeps it; the presenter sends it. */
  async exported(result: Result, format: ExportFormat, mayUpload: boolean): Promise<Blob> {
    const response = mayUpload
      ? await this.#send('POST', `/api/export/${format}`, result)
      : await this.#send('GET', exportPath(result.id, format));
    return response.blob();
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#send(method, path, body);
    return (await response.json().catch(() => null)) as T;
  }

  /** Resolves with an answer that is a success. */
  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    const page = method === 'GET' ? undefined : this.#page();
    const headers: Record<string, string> = {
      ...(body === undefined
        ? {}
        : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
      ...(page === undefined ? {} : { [pageHeader]: page }),
    };
    const response = await this.#fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    }).catch(() => {
      throw new ApiError({ code: 'unreachable', message: this.#text.unreachable });
    });
    if (response.ok) return response;
    const answer: unknown = await response.json().catch(() => null);
    throw new ApiError(
      isErrorBody(answer)
        ? this.#text.refusal(answer.error)
        : { code: 'not_understood', message: this.#text.notUnderstood(response.status) },
    );
  }
}

const entryPath = (id: string) => `/api/history/${encodeURIComponent(id)}`;

/** Where the server has it as a file. */
export const exportPath = (id: string, format: ExportFormat): string => `${entryPath(id)}/export/${format}`;

function isErrorBody(answer: unknown): answer is ErrorBody {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false;
  const { error } = answer;
  return typeof error === 'object' && error !== null && 'message' in error && 'code' in error;
}

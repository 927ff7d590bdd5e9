import type { HistoryPage } from '../shared/contract/history.ts';
import type { ErrorBody, Join, Session, Started, Stopped } from '../shared/contract/http.ts';
import type { LessonOrder } from '../shared/contract/lesson.ts';
import type { PlanInput } from '../shared/contract/plan.ts';
import { InvalidInput } from '../shared/contract/parse.ts';
import { parsePlan } from '../shared/plan/parse-plan.ts';
import { nearestRun, type RecordingIndex, readRecording } from './recording.ts';
import { RecordedSocket } from './recorded-socket.ts';
import type { DemoWords } from './words.ts';

/** Answers as the server does, out of what was recorded; what only a server can do is refused in words. */
export class RecordedServer {
  readonly socket: RecordedSocket;
  readonly #index: RecordingIndex;
  readonly #words: DemoWords;
  #replays = 0;
  #playing = '';

  constructor(index: RecordingIndex, words: DemoWords) {
    this.#index = index;
    this.#words = words;
    this.socket = new RecordedSocket(() => this.#refused(words.needsServer));
  }

  /** In place of `fetch`, for the paths of the API. */
  readonly fetch = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : null;
    switch (`${method} ${path}`) {
      case 'GET /api/session':
        return answer({
          mayControl: true,
          needsToken: false,
          keepsRuns: false,
          installation: 'package',
        } satisfies Session);
      case 'GET /api/join':
        return answer({ urls: [] } satisfies Join);
      case 'POST /api/plans/check':
        return this.#check(sent);
      case 'POST /api/runs':
        return this.#run(sent as PlanInput);
      case 'POST /api/lessons':
        return this.#lesson(sent as LessonOrder);
      case 'DELETE /api/runs/current':
      case 'DELETE /api/lessons/current':
        this.socket.skip();
        return answer({ id: this.#playing, ended: true } satisfies Stopped);
    }
    if (path.startsWith('/api/history?'))
      return answer({ entries: [], total: 0, tags: [], off: '' } satisfies HistoryPage);
    const recorded = method === 'GET' ? this.#index.answers[path] : undefined;
    return recorded === undefined ? refuse(501, this.#refused(this.#words.needsServer)) : answer(recorded);
  };

  #check(sent: unknown): Response {
    try {
      return answer(parsePlan(sent));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return refuse(400, { code: 'invalid_plan', message: error.message, problems: [...error.problems] });
    }
  }

  async #run(plan: PlanInput): Promise<Response> {
    const { workload, network } = parsePlan(plan);
    const wanted = { rttMs: network?.rttMs ?? 0, pipeline: workload.pipeline };
    return this.#play(nearestRun(this.#index.runs, wanted).file);
  }

  async #lesson({ recipe }: LessonOrder): Promise<Response> {
    const recorded = this.#index.lessons.find((one) => one.recipe === recipe);
    return recorded ? this.#play(recorded.file) : refuse(501, this.#refused(this.#words.notRecorded));
  }

  async #play(file: string): Promise<Response> {
    const recording = await readRecording(file, ++this.#replays);
    [this.#playing = ''] = recording.ids;
    this.socket.play(recording);
    return answer({ id: this.#playing } satisfies Started, 201);
  }

  readonly #refused = (message: string) => ({ code: 'demo', message });
}

const answer = (body: unknown, status = 200): Response => Response.json(body, { status });

const refuse = (status: number, error: ErrorBody['error']): Response =>
  Response.json({ error } satisfies ErrorBody, { status });

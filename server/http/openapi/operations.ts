import type { Operation } from './operation.ts';
import { historyQuerySchema } from '../../../shared/contract/history.ts';
import { qrCodeQuerySchema } from '../../../shared/contract/http.ts';

const wrongInput = 'A field is wrong; `problems` names each';
const inTheWay = 'Something goes on already; `run` says what, and for how long';
const unusable = 'The Redis that is to be measured cannot be used';
const noHistory = 'The file of the history cannot be read or written';
const noEntry = 'The history has no such entry';

const server: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/health',
    group: 'Server',
    summary: 'Version, whether a run goes on, whether the targets answer',
    status: 200,
    answer: 'Health',
  },
  {
    method: 'get',
    path: '/api/session',
    group: 'Server',
    summary: 'What the one who asks may do',
    status: 200,
    answer: 'Session',
  },
  {
    method: 'get',
    path: '/api/strategies',
    group: 'Server',
    summary: 'The ways to send commands, with their semantics',
    status: 200,
    answer: { list: 'Strategy' },
  },
  {
    method: 'get',
    path: '/api/targets',
    group: 'Server',
    summary: 'What may be measured; never where it is',
    status: 200,
    answer: { list: 'Target' },
  },
  {
    method: 'get',
    path: '/api/limits',
    group: 'Server',
    summary: 'Bounds, defaults and units of all numbers of a plan',
    status: 200,
    answer: 'Limits',
  },
  {
    method: 'get',
    path: '/metrics',
    group: 'Server',
    summary: 'Figures for Prometheus, text format 0.0.4',
    status: 200,
    answer: { type: 'text/plain' },
  },
];

const runs: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/plans/check',
    group: 'Runs',
    summary: 'Check a plan without starting it, and get it with every default said',
    body: 'Plan',
    status: 200,
    answer: 'CompletePlan',
    errors: {
      400: wrongInput,
    },
  },
  {
    method: 'get',
    path: '/api/runs',
    group: 'Runs',
    summary: 'The run that goes on and the last ones since the server began, newest first',
    status: 200,
    answer: { list: 'RunSummary' },
  },
  {
    method: 'get',
    path: '/api/runs/{id}',
    group: 'Runs',
    summary: 'The result of a run',
    status: 200,
    answer: 'Result',
    errors: {
      404: 'No such run is kept, or it still goes on',
    },
  },
  {
    method: 'post',
    path: '/api/runs',
    group: 'Runs',
    summary: 'Start a run. One at a time: 409 says which is in the way and for how long',
    presenter: true,
    body: 'Plan',
    status: 201,
    answer: 'Started',
    errors: {
      400: wrongInput,
      409: inTheWay,
      502: unusable,
    },
  },
  {
    method: 'delete',
    path: '/api/runs/current',
    group: 'Runs',
    summary: 'Stop the run that goes on',
    presenter: true,
    status: 200,
    answer: 'Stopped',
    errors: {
      404: 'No run goes on',
    },
  },
  {
    method: 'post',
    path: '/api/runs/current/slot-moves',
    group: 'Runs',
    summary: 'Move slots of the private cluster while the run goes on',
    presenter: true,
    status: 202,
    errors: {
      400: 'The run that goes on is not on a private cluster',
      409: 'No run goes on',
    },
  },
];

const rooms: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/lessons',
    group: 'Lessons',
    summary: 'The lessons, with their questions and how long they take',
    status: 200,
    answer: { list: 'Lesson' },
  },
  {
    method: 'post',
    path: '/api/lessons',
    group: 'Lessons',
    summary: 'Start a lesson',
    presenter: true,
    body: 'LessonOrder',
    status: 201,
    answer: 'Started',
    errors: {
      400: wrongInput,
      409: inTheWay,
      502: unusable,
    },
  },
  {
    method: 'delete',
    path: '/api/lessons/current',
    group: 'Lessons',
    summary: 'Stop the lesson that goes on',
    presenter: true,
    status: 200,
    answer: 'Stopped',
    errors: {
      404: 'No lesson goes on',
    },
  },
  {
    method: 'delete',
    path: '/api/lessons/{recipe}/guesses',
    group: 'Lessons',
    summary: 'Clear the guesses about a lesson',
    presenter: true,
    status: 204,
    errors: {
      404: 'There is no such lesson',
    },
  },
  {
    method: 'post',
    path: '/api/search',
    group: 'Batch size',
    summary: 'Start a search for the batch size of a workload; {} searches with all defaults',
    presenter: true,
    body: 'SearchInput',
    status: 201,
    answer: 'Started',
    errors: {
      400: wrongInput,
      409: inTheWay,
      502: unusable,
    },
  },
  {
    method: 'delete',
    path: '/api/search/current',
    group: 'Batch size',
    summary: 'Stop the search that goes on',
    presenter: true,
    status: 200,
    answer: 'Stopped',
    errors: {
      404: 'No search goes on',
    },
  },
  {
    method: 'get',
    path: '/api/join',
    group: 'Joining',
    summary: 'Addresses by which viewers reach this page',
    status: 200,
    answer: 'Join',
  },
  {
    method: 'get',
    path: '/api/join.svg',
    group: 'Joining',
    summary: 'One of these addresses as a QR code',
    query: qrCodeQuerySchema,
    status: 200,
    answer: { type: 'image/svg+xml' },
    errors: {
      400: 'It is no address of this page',
    },
  },
];

const history: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/history',
    group: 'History',
    summary: 'What was kept, newest first',
    status: 200,
    answer: 'HistoryPage',
    query: historyQuerySchema,
    errors: {
      400: wrongInput,
      503: noHistory,
    },
  },
  {
    method: 'get',
    path: '/api/history/{id}',
    group: 'History',
    summary: 'An entry with its document, and the samples of a run',
    status: 200,
    answer: 'HistoryRecord',
    errors: {
      404: noEntry,
      503: noHistory,
    },
  },
  {
    method: 'patch',
    path: '/api/history/{id}',
    group: 'History',
    summary: 'Rename or tag an entry',
    presenter: true,
    body: 'HistoryChange',
    status: 200,
    answer: 'HistoryEntry',
    errors: {
      400: wrongInput,
      404: noEntry,
      503: noHistory,
    },
  },
  {
    method: 'delete',
    path: '/api/history/{id}',
    group: 'History',
    summary: 'Remove an entry',
    presenter: true,
    status: 204,
    errors: {
      404: noEntry,
      503: noHistory,
    },
  },
  {
    method: 'get',
    path: '/api/history/{id}/export/{format}',
    group: 'History',
    summary: 'An entry as a file: json, csv, markdown or html; a lesson and a search as json alone',
    status: 200,
    answer: { type: 'application/octet-stream' },
    errors: {
      404: 'The history has no such entry, or there is no such format',
      409: 'A lesson or a search is asked for in another format than json',
      503: noHistory,
    },
  },
  {
    method: 'post',
    path: '/api/export/{format}',
    group: 'History',
    summary: 'A result as a file: json, csv, markdown or html; at most 16 MiB',
    body: 'Result',
    status: 200,
    answer: { type: 'application/octet-stream' },
    errors: {
      400: 'It is no result file; `problems` names what is wrong',
      404: 'There is no such format',
    },
  },
];

const documentation: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/docs',
    group: 'Documentation',
    summary: 'This description as a page',
    status: 200,
    answer: { type: 'text/html' },
  },
  {
    method: 'get',
    path: '/api/docs/style.css',
    group: 'Documentation',
    summary: 'The look of that page',
    status: 200,
    answer: { type: 'text/css' },
  },
  {
    method: 'get',
    path: '/api/docs/openapi.json',
    group: 'Documentation',
    summary: 'This description as OpenAPI 3.1',
    status: 200,
    answer: 'object',
  },
];

/** All that can be asked, in the order of the page. A test holds it against the routes that there are. */
export const operations: readonly Operation[] = [...server, ...runs, ...rooms, ...history, ...documentation];

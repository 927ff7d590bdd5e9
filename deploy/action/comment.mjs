// @ts-check
/**
 * Writes a file in Markdown as a comment of a pull request, in place of the one of the same name. A comment that cannot
 * be written is a warning of the job: whether the gate holds does not depend on it.
 */
import { existsSync, readFileSync } from 'node:fs';

const {
  COMMENT: name = '',
  TOKEN: token = '',
  PULL_REQUEST: pullRequest = '',
  GITHUB_API_URL: api = 'https://api.github.com',
  GITHUB_REPOSITORY: repository = '',
} = process.env;

/** GitHub takes 65,536 characters. */
const most = 65_000;
const aPage = 100;
/** Nobody sees it; the name cannot end it. */
const mark = `<!-- roundtrip: ${name.replaceAll('-->', '')} -->`;
const issues = `${api}/repos/${repository}/issues`;

/**
 * Throws with what was answered where that is no success.
 * @param {string} method @param {string} url @param {object} [body]
 */
async function ask(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}: ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/** The address of the comment that has the mark, if there is one. */
async function written() {
  for (let page = 1; ; page++) {
    /** @type {{ url: string, body?: string }[]} */
    const comments = await ask('GET', `${issues}/${pullRequest}/comments?per_page=${aPage}&page=${page}`);
    const own = comments.find(({ body }) => body?.startsWith(mark));
    if (own || comments.length < aPage) return own?.url;
  }
}

try {
  const [, , file = ''] = process.argv;
  const report = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const text = report.trim() === '' ? 'There is no result: the log of the job says why.' : report;
  const cut = text.length > most ? `${text.slice(0, most)}\n\n… The summary of the job has the rest.` : text;
  const url = await written();
  const body = { body: `${mark}\n${cut}` };
  const { html_url: address } = url
    ? await ask('PATCH', url, body)
    : await ask('POST', `${issues}/${pullRequest}/comments`, body);
  process.stdout.write(`${url ? 'Updated' : 'Added'} ${address}\n`);
} catch (error) {
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
  process.stdout.write(`::warning::The comment was not written: ${reason}\n`);
}

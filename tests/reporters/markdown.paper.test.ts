import { marked, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { markdown } from '../../server/reporters/markdown.ts';
import { reported } from '../support/reported.ts';
import { aLane } from '../support/a-lane.ts';
import { sampleResult } from '../support/a-result.ts';

test('a Markdown parser leaves a user’s words as they are, in their cell', () => {
  const label = 'a | b\n<img src=x onerror=alert(1)> **bold** [link](x) `code` &amp; \\|';
  const lanes = [aLane('two', 1, { label, strategy: 'x' })];
  const text = reported(markdown, { result: { ...sampleResult, lanes } });
  const tables = marked.lexer(text).filter((token): token is Tokens.Table => token.type === 'table');
  expect(tables.map(({ rows }) => rows.map((row) => row.length))).toEqual([[7], [7]]);
  const html = marked.parse(text, { async: false });
  expect(html).not.toMatch(/<img|<a |<em>|<code>/);
  expect(html).toContain(
    'two (a | b &lt;img src=x onerror=alert(1)&gt; **bold** [link](x) `code` &amp;amp; \\|)',
  );
});

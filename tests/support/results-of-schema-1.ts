import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../fixtures/results-of-schema-1/', import.meta.url);

/** Result files that the program wrote when verdicts and warnings were sentences. */
export const resultsOfSchema1 = readdirSync(folder).map((name) => {
  const url = new URL(name, folder);
  return { name, file: fileURLToPath(url), text: readFileSync(url, 'utf8') };
});

interface Sentences {
  id: string;
  verdict: { sentence: string; advice: string };
  warnings: string[];
}

/** What such a file says of its lanes. */
export const sentencesIn = (text: string): Sentences[] => (JSON.parse(text) as { lanes: Sentences[] }).lanes;

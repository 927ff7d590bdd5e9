import { createHash } from 'node:crypto';
import { blocksOn, type Block, type Report } from '../../../shared/report/block.ts';
import { markup, Markup } from '../../../shared/words/markup.ts';
import { plainText } from '../../terminal/plain-text.ts';
import { BlockDrawing } from './blocks.ts';
import { embed } from './embedded.ts';
import { style } from './style.ts';

/** All that the page does besides being read: copy a command or a plan. Without it, they can be marked by hand. */
const script = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  const usual = button.textContent;
  const say = (text) => { button.textContent = text; setTimeout(() => { button.textContent = usual; }, 2000); };
  const mark = () => { getSelection().selectAllChildren(source); };
  button.hidden = false;
  button.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(source.textContent); say('Copied'); }
    catch { mark(); say(document.execCommand('copy') ? 'Copied' : 'Marked: copy it with the keyboard'); }
  });
}
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** As it stands, to the letter: the policy names it by its hash. */
const element = (name: 'style' | 'script', text: string) => new Markup(`<${name}>${text}</${name}>`);

/** Nothing may be loaded, and nothing run but what was written here. */
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

/** What stands below the headline. */
export type Body = (blocks: readonly Block[], drawing: BlockDrawing) => Markup;

/** A report as one HTML document that needs nothing else, and holds what it is made of within. */
export function page(report: Report, content: unknown, body: Body): string {
  const blocks = blocksOn(report.blocks, 'html');
  const headline = blocks.find((block) => block.type === 'headline');
  const facts = blocks.flatMap((block) => (block.type === 'line' ? block.text : []));
  const rest = blocks.filter((block) => block !== headline && block.type !== 'line');
  const { text } = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${headline?.text ?? report.title} · Roundtrip</title>
        ${element('style', style)}
      </head>
      <body>
        <header>
          <b>${logo} Roundtrip</b><span>${report.startedAt.slice(0, 16).replace('T', ' ')} UTC</span>
        </header>
        <main>
          <h1>${headline?.text ?? report.title}</h1>
          <div class="lead">
            ${(headline?.more ?? []).map((sentence) => markup`<p>${sentence}</p>`)}
            ${facts.map((fact) => markup`<p class="fact">${fact}</p>`)}
          </div>
          ${body(rest, new BlockDrawing(report))}
        </main>
        ${new Markup(embed(content))} ${element('script', script)}
      </body>
    </html> `;
  return plainText(text);
}

const logo = markup`<svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">
  <path d="M2 5H29a7 7 0 0 1 0 14H11" fill="none" stroke="currentColor" stroke-width="4.5" />
  <path d="M13.5 11 3 19l10.5 8z" fill="currentColor" />
</svg>`;

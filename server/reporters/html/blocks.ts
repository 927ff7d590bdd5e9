import type {
  Block,
  Cell,
  Check,
  Item,
  Report,
  TableBlock,
  TableColumn,
} from '../../../shared/report/block.ts';
import { cellInWords, isWords, withoutBars } from '../../../shared/report/cell.ts';
import { checksInWords } from '../../../shared/report/checks.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import { english } from '../report-of.ts';
import { laneClass, laneMarkSvg, withLooks } from './lane-marks.ts';
import { pictureSvg } from './picture-svg.ts';

/** Draws blocks of a report; lanes have the looks that they have on the page. */
export class BlockDrawing {
  readonly #looks: ReturnType<typeof withLooks>;

  constructor({ lanes }: Pick<Report, 'lanes'>) {
    this.#looks = withLooks(lanes);
  }

  draw(block: Block): Markup {
    switch (block.type) {
      case 'headline':
        return markup`<h2>${block.text}</h2>${block.more.map((sentence) => markup`<p>${sentence}</p>`)}`;
      case 'heading':
        return markup`<h2>${block.text}</h2>`;
      case 'text':
      case 'line':
        return markup`<p>${block.text}</p>`;
      case 'doubts':
        return warnings(block.doubts);
      case 'checks':
        return section(`Checks: ${checksInWords(block.checks)}`, checkList(block.checks));
      case 'table':
        return this.#table(withoutBars(block));
      case 'picture':
        return picture(block);
      case 'items':
        return markup`${block.title === '' ? null : markup`<h2>${block.title}</h2>`}<ul class="verdicts">
          ${block.items.map((item) => this.#item(item))}
        </ul>`;
      case 'sentences':
        return section(block.title, markup`${block.sentences.map((sentence) => markup`<p>${sentence}</p>`)}`);
      case 'facts':
        return markup`<dl>
          ${block.facts.map(
            ([name, value]) =>
              markup`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>`;
      case 'code':
        return markup`<pre tabindex="0">${block.code}</pre>`;
      case 'details':
        return section(block.title, this.all(block.blocks));
    }
  }

  all(blocks: readonly Block[]): Markup {
    return markup`${blocks.map((block) => this.draw(block))}`;
  }

  /** Blocks that are no section of their own stand on cards; a heading begins one. */
  cards(blocks: readonly Block[]): Markup {
    const cards: { isDrawn: boolean; blocks: Block[] }[] = [];
    for (const block of blocks) {
      const isDrawn = ['doubts', 'checks', 'sentences', 'details'].includes(block.type);
      const last = cards.at(-1);
      if (last && !last.isDrawn && !isDrawn && block.type !== 'heading') last.blocks.push(block);
      else cards.push({ isDrawn, blocks: [block] });
    }
    return markup`${cards.map((card) => {
      const drawn = this.all(card.blocks);
      return card.isDrawn ? drawn : markup`<section>${drawn}</section> `;
    })}`;
  }

  #item({ name, label, lane, text, because, notes }: Item): Markup {
    const look = lane === undefined ? undefined : this.#looks[lane]?.look;
    return markup` <li${look ? markup` class="${laneClass(look)}"` : null}>
      ${name === null ? null : markup`<h3>${label ?? name}</h3>`}
      <p>${because === undefined ? text : `${text} ${because}`}</p>
      ${notes.map((note) => markup`<p class="remark${note.warn ? ' warn' : ''}">${note.text}</p>`)}
    </li>`;
  }

  /** The first column names a row, the others are figures. */
  #table({ title, columns, rows }: TableBlock): Markup {
    return markup`<div class="scroll" tabindex="0" role="region" aria-label="${title}">
      <table>
        <caption>
          ${title}
        </caption>
        <thead>
          <tr>
            ${columns.map(({ label }) => markup`<th scope="col">${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([name = null, ...cells]) =>
              markup`<tr>
                <th scope="row">${this.#name(name)}</th>
                ${cells.map((cell, index) => markup`<td>${textOf(cell, columns[index + 1])}</td>`)}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #name(cell: Cell): Markup {
    if (!isWords(cell)) return markup`${textOf(cell)}`;
    const { text, lane, beside, isId } = cell;
    const look = lane === undefined ? undefined : this.#looks[lane]?.look;
    const more =
      beside === undefined
        ? null
        : isId
          ? markup` <code>${beside}</code>`
          : markup` <span class="quiet">${beside}</span>`;
    return markup`${look ? markup`${laneMarkSvg(look)} ` : null}${text}${more}`;
  }
}

/** Drawn twice: for wide windows, and for narrow ones. */
const picture = ({ title, draw }: Extract<Block, { type: 'picture' }>): Markup =>
  markup`<h2>${title}</h2>${pictureSvg(draw({ width: 960, letter: 15 }), 'wide')}${pictureSvg(draw({ width: 400, letter: 13 }), 'narrow')}`;

const textOf = (cell: Cell, column: TableColumn = { label: '', unit: 'text' }) =>
  cellInWords(cell, column, english.words.numbers);

const warnings = (doubts: readonly string[]): Markup =>
  markup`<div class="warnings">${doubts.map((doubt) => markup`<p>${doubt}</p>`)}</div>`;

export const section = (title: string, content: Markup, more: string | null = null): Markup =>
  markup`<section>
    <h2>${title}${more === null ? null : markup` <span class="quiet">${more}</span>`}</h2>
    ${content}
  </section> `;

const checkList = (checks: readonly Check[]): Markup =>
  markup`<ul class="checks">
    ${checks.map(
      ({ name, passed, message }) =>
        markup` <li class="${passed === false ? 'failed' : 'passed'}">
          <b>${passed === null ? 'Not judged' : passed ? 'Passed' : 'Failed'}</b> <code>${name}</code> <span>${message}</span>
        </li>`,
    )}
  </ul>`;

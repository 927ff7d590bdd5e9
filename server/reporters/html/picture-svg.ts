import type { Picture, SvgShape } from '../../../shared/report/outcome-picture.ts';
import { markup, Markup } from '../../../shared/words/markup.ts';

/** A picture as an element of the report; the style of `.chart` has its colours. */
export const pictureSvg = (
  { width, height, letter, description, shapes }: Picture,
  name: 'wide' | 'narrow',
): Markup =>
  markup`<svg
    class="chart picture ${name}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${description}"
    font-size="${letter}"
  >
    ${shapes.map(element)}
  </svg>`;

function element({ tag, className, colour, at, text }: SvgShape): Markup {
  const coloured = colour === undefined ? '' : ` lane-${colour}`;
  const attributes = Object.entries(at).map(([name, value]) => markup` ${new Markup(name)}="${value}"`);
  return markup`<${new Markup(tag)} class="${className}${coloured}"${attributes}>${text ?? null}</${new Markup(tag)}>`;
}

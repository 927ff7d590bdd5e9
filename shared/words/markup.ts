/** HTML or SVG that is fit to be put into a page as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | null | readonly Part[];

/** Text between the marks is taken as it stands; every value is escaped, unless it is `Markup` itself. */
export const markup = (marks: TemplateStringsArray, ...values: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: marks }, ...values.map(textOf)));

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return escaped(String(part));
}

/** For text and for attributes in quotes. */
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

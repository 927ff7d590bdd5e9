import { cardLimits } from '../../../shared/limits.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import type { LinkPreview } from '../history/link-preview.ts';

/** The page with a head of its own. `image`: the address of its picture; `null`: nobody elsewhere could fetch one. */
export function withPreview(html: string, { title, description }: LinkPreview, image: string | null): string {
  const contents: Record<string, string> = { description, 'og:title': title, 'og:description': description };
  return html
    .replace(
      /<title>[^<]*<\/title>/,
      () => markup`<title>${title} · Roundtrip</title>${pictureOf(image)}`.text,
    )
    .replace(
      /(<meta\s+(?:name|property)="([\w:]+)"\s+content=")[^"]*"/g,
      (tag, start: string, name: string) => {
        const content = contents[name];
        return content === undefined ? tag : `${start}${markup`${content}`.text}"`;
      },
    );
}

const pictureOf = (image: string | null): Markup | null =>
  image === null
    ? null
    : markup`
    <meta property="og:image" content="${image}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${cardLimits.width}" />
    <meta property="og:image:height" content="${cardLimits.height}" />
    <meta name="twitter:card" content="summary_large_image" />`;

import type { Page } from 'playwright-core';
import { commandIds } from '../../shared/commands/workload.ts';

/** The same in every language. */
const allowed = new Set(
  [
    // Products, formats and protocols, and programs.
    'Roundtrip Redis redis redis-server redis-benchmark memtier_benchmark ioredis node-redis GLIDE Jedis AbortSignal Node Nagle TCP TLS AOF RDB ACL Linux',
    'README Start HTML CSV JSON Markdown PNG QR CI RU Lua RESP2 RESP3 Xeon E5-2682 v4',
    // Units, and what this field writes in Latin letters.
    'p50 p95 p99 ms s min k B KiB MiB GiB TiB GB Mbit/s GHz RTT CPU I/O API MTU LAN socket loopback append-only document',
    'event loop flush roundtrip clean',
    // Keys of the keyboard, and a key pattern.
    'Enter Esc Shift Ctrl-C N P',
    // Commands of Redis and their answers.
    ...commandIds.map((id) => id.toUpperCase()),
    'MULTI EXEC EVAL EVALSHA PING MOVED ASK CROSSSLOT WRONGTYPE INFO',
  ].flatMap((line) => line.split(' ')),
);

/** As code is written: a call, an option, a file, a name with a capital or an underscore within. */
const code = /^(-.*|.*\(|[\w-]+\.[\w.]+|[a-z]+[A-Z]\w*|_.*)$/;

/** Where English stands on the page, and what of it. */
interface Left {
  where: string;
  text: string;
}

/**
 * Texts, labels, titles and placeholders on the page with words in Latin letters that are no name and no unit, and
 * Chinese ones with the marks of Latin text. What
 * is marked as being in another language, as code or as a key is left out, and so is what `given` names: the names
 * that whoever made the data gave to things.
 */
export async function englishLeft(page: Page, given: readonly string[] = []): Promise<string[]> {
  const texts = await page.evaluate((): Left[] => {
    const found: Left[] = [];
    const own = document.documentElement.lang;
    const isOther = (element: Element) =>
      element.closest('code, pre, kbd, script, style, noscript') !== null ||
      element.closest('[lang]')?.getAttribute('lang') !== own;
    const whereOf = (element: Element) =>
      `${element.tagName.toLowerCase()}${element.className ? `.${String(element.getAttribute('class')).split(' ')[0] ?? ''}` : ''}`;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (element && text !== '' && !isOther(element)) found.push({ where: whereOf(element), text });
    }
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`body [${name}]`))
        if (!isOther(element))
          found.push({ where: `${whereOf(element)}[${name}]`, text: element.getAttribute(name) ?? '' });
    found.push({ where: 'title', text: document.title });
    return found;
  });
  const names = [...given].sort((a, b) => b.length - a.length);
  const left = texts.flatMap(({ where, text }) => {
    const rest = names.reduce((shorter, name) => shorter.replaceAll(name, ' '), text);
    const words = (rest.match(/[A-Za-z_-](?:[\w./’-]*[\w’-])?\(?/g) ?? []).flatMap((word) =>
      !/[A-Za-z]/.test(word) || code.test(word) || allowed.has(word)
        ? []
        : word.split('/').filter((part) => part !== '' && !allowed.has(part)),
    );
    return words.length === 0 ? [] : [`${where}: ${text} (${words.join(' ')})`];
  });
  // Between Chinese sentences stands nothing, and behind a name its own colon.
  const halfWidth = texts.filter(({ text }) => /\p{Script=Han}[)”）]?[:,;] |[。：；，] \S/u.test(text));
  return [...new Set([...left, ...halfWidth.map(({ where, text }) => `${where}: ${text} (marks)`)])];
}

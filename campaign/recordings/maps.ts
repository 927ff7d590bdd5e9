import { readFileSync } from 'node:fs';
import { projectFile } from '../../server/built.ts';
import { hostileText, hostileValue } from '../hostile-values.ts';
import type { RecordingDraw } from './draw.ts';
import { recordedTrace } from './traces.ts';

const shop = () => readFileSync(projectFile('examples/profile/shop.mjs'), 'utf8');

/** A map of which each line is that of the source. */
const rightMap = () => ({
  version: 3,
  sources: ['../shop.mjs'] as unknown[],
  sourcesContent: [shop()] as unknown[],
  names: [],
  mappings: `AAAA${';AACA'.repeat(shop().split('\n').length)}`,
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const drawn = (draw: RecordingDraw, from: string, length: number) =>
  Array.from({ length }, () => from[draw.below(from.length)]).join('');

/** The ways in which a map is spoilt. */
const maps: Readonly<Record<string, (draw: RecordingDraw) => unknown>> = {
  'right as it is': rightMap,
  'another version': (draw) => ({ ...rightMap(), version: draw.of(hostileValue) }),
  'letters at random': (draw) => ({ ...rightMap(), mappings: drawn(draw, `${letters};;,,,`, 2000) }),
  'no letters of Base64': (draw) => ({ ...rightMap(), mappings: drawn(draw, '!§$%&;,. \n\0€😀', 500) }),
  'numbers without an end': (draw) => ({ ...rightMap(), mappings: `A${drawn(draw, 'ghijklmnop+/', 5000)}` }),
  'lines below zero': () => ({ ...rightMap(), mappings: `AADD${';AADD'.repeat(40)}` }),
  'sources that are not there': () => ({ ...rightMap(), mappings: `AggggGAA${';AACA'.repeat(40)}` }),
  'a million segments in one line': () => ({ ...rightMap(), mappings: 'AAAA,'.repeat(1_000_000) }),
  'a million lines': () => ({ ...rightMap(), mappings: 'AACA;'.repeat(1_000_000) }),
  'empty segments': () => ({ ...rightMap(), mappings: ','.repeat(5_000_000) }),
  'hostile mappings': (draw) => ({ ...rightMap(), mappings: draw.of(hostileValue) }),
  'a hostile source': (draw) => ({ ...rightMap(), sources: [draw.oneOf(draw.paths)] }),
  'a hostile source without its text': (draw) => ({
    ...rightMap(),
    sources: [draw.oneOf(draw.paths)],
    sourcesContent: undefined,
  }),
  'no source': (draw) => ({ ...rightMap(), sources: draw.of(hostileValue) }),
  'a source that is no text': (draw) => ({ ...rightMap(), sources: [draw.of(hostileValue)] }),
  'a text that is none': (draw) => ({
    ...rightMap(),
    sourcesContent: draw.oneOf([[draw.of(hostileValue)], draw.of(hostileValue)]),
  }),
  'a hostile text': (draw) => ({
    ...rightMap(),
    sources: ['gone.js'],
    sourcesContent: [draw.of(hostileText)],
  }),
  'a root': (draw) => ({
    ...rightMap(),
    sourceRoot: draw.oneOf([draw.oneOf(draw.paths), draw.of(hostileValue)]),
  }),
  sections: (draw) => ({
    version: 3,
    sections: draw.oneOf([
      [{ offset: { line: 0, column: 0 }, map: rightMap() }],
      [{ offset: null, map: { sections: [] } }],
      draw.of(hostileValue),
    ]),
  }),
  'sections beside sources': (draw) => ({
    ...rightMap(),
    sections: [{ offset: draw.of(hostileValue), map: draw.of(hostileValue) }],
  }),
  'a value at random': (draw) => draw.of(hostileValue),
  'many names': () => ({ ...rightMap(), names: Array.from({ length: 200_000 }, (_, at) => `n${at}`) }),
  'many sources': (draw) => ({
    ...rightMap(),
    sources: Array.from({ length: 20_000 }, (_, at) => `webpack://x/${at}/${draw.oneOf(draw.paths)}`),
  }),
};

/** Texts in place of a map. */
const texts = ['', '{', `)]}'\n{"version":3}`, '\uFEFF{}', '['.repeat(100_000), 'null', '\0'];

const inline = (text: string) => `data:application/json;base64,${Buffer.from(text).toString('base64')}`;
/** Addresses under which a map is found, or not. */
const addresses: Readonly<Record<string, (map: string, draw: RecordingDraw) => string>> = {
  'a file': () => 'app.js.map',
  'in the file': inline,
  'in the file, cut': (map, draw) => inline(map).slice(0, draw.below(1000)),
  'in the file, no Base64': (map) =>
    `data:application/json;base64,%%%${map.slice(0, 50).replaceAll(/\s/g, '')}`,
  'in the file, with a charset': (map) => inline(map).replace(';base64', ';charset=utf-16;base64'),
  'the file itself': () => 'app.js',
  'a hostile path': (_, draw) => draw.oneOf(draw.paths).replaceAll(/\s/g, ''),
};

export interface DrawnMap {
  /** The built file, and the map beside it. */
  built: string;
  map: string;
  about: string;
  /** A trace whose places are in the built file. */
  trace: string;
}

/** A built file with a map that was spoilt, and a trace that leads to it. */
export function drawMap(draw: RecordingDraw): DrawnMap {
  const [kind, address] = [draw.oneOf(Object.keys(maps)), draw.oneOf(Object.keys(addresses))];
  const map = draw.below(10) === 0 ? draw.oneOf(texts) : JSON.stringify(maps[kind]?.(draw));
  const url = draw.below(2) === 0 ? 'app.js.map' : (addresses[address]?.(map, draw) ?? '');
  return {
    built: `${shop()}\n//# sourceMappingURL=${url}\n`,
    map,
    about: `${kind}, ${url === 'app.js.map' ? 'a file' : address}`,
    trace: `${recordedTrace().slice(0, -1).join('\n')}\n`.replaceAll('"shop.mjs",', '"built/app.js",'),
  };
}

import type { Language } from '../client/src/messages/language.ts';
import type { RecordingIndex } from './recording.ts';

/** What the demo says beside the page, and in place of what it cannot do. */
export interface DemoWords {
  /** Above the page; `when` is a date. */
  notice: (index: RecordingIndex, when: string, settings: { rttMs: string; pipeline: string }) => string;
  needsServer: string;
  notRecorded: string;
  notLoaded: (why: string) => string;
}

export const demoWords: Record<Language, DemoWords> = {
  en: {
    notice: ({ server, machine }, when, { rttMs, pipeline }) =>
      `Recorded on ${when}: ${server}, ${machine}. This page has no server; it replays real runs. Recorded are round trips of ${rttMs} ms and batch sizes of ${pipeline}; other settings give the nearest recording.`,
    needsServer: 'This demo replays recordings. That needs a server: install Roundtrip and start it.',
    notRecorded: 'This lesson is not recorded. Install Roundtrip to run it.',
    notLoaded: (why) => `The recordings cannot be loaded: ${why}`,
  },
  ru: {
    notice: ({ server, machine }, when, { rttMs, pipeline }) =>
      `Запись от ${when}: ${server}, ${machine}. У этой страницы нет сервера: она воспроизводит настоящие прогоны. Записаны RTT ${rttMs} мс и размеры пакета ${pipeline}; при других настройках берётся ближайшая запись.`,
    needsServer: 'Это демо воспроизводит записи. Здесь нужен сервер: установите и запустите Roundtrip.',
    notRecorded: 'Этот урок не записан. Установите Roundtrip, чтобы его запустить.',
    notLoaded: (why) => `Записи не загрузились: ${why}`,
  },
  zh: {
    notice: ({ server, machine }, when, { rttMs, pipeline }) =>
      `录制于 ${when}：${server}，${machine}。本页没有服务器，只回放真实的运行。已录制的往返时间为 ${rttMs} ms，批量大小为 ${pipeline}；其他设置取最接近的录制。`,
    needsServer: '此演示只回放录制内容。这项功能需要服务器：请安装并启动 Roundtrip。',
    notRecorded: '此课程没有录制。请安装 Roundtrip 后运行。',
    notLoaded: (why) => `无法加载录制内容：${why}`,
  },
};

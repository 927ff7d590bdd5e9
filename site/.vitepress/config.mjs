import { defineConfig } from 'vitepress';
import { sidebars } from '../pages.mjs';

/** @param {string} path */
const linkTo = (path) => `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

/** @param {keyof typeof sidebars} language */
const sidebarOf = (language) =>
  sidebars[language].map(({ title, pages }) => ({
    text: title,
    collapsed: false,
    items: pages.map((page) => ({ text: page.title, link: linkTo(page.path) })),
  }));

/** Of a folder such as /roundtrip/ on a server that has other sites. */
const base = /** @type {`/${string}/`} */ (process.env.DOCS_BASE ?? '/');

export default defineConfig({
  title: 'Roundtrip',
  description: 'How much faster is Redis with batching?',
  base,
  srcDir: '.pages',
  cleanUrls: true,
  lastUpdated: false,
  metaChunk: true,
  // A dead link stops the build: there are no exceptions.
  ignoreDeadLinks: false,
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark' } },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                displayDetails: '显示详情',
                resetButtonTitle: '清除',
                backButtonTitle: '关闭',
                noResultsText: '没有结果',
                footer: { selectText: '选择', navigateText: '切换', closeText: '关闭' },
              },
            },
          },
          ru: {
            translations: {
              button: { buttonText: 'Поиск', buttonAriaLabel: 'Поиск' },
              modal: {
                displayDetails: 'Показать подробности',
                resetButtonTitle: 'Очистить',
                backButtonTitle: 'Закрыть',
                noResultsText: 'Ничего не найдено',
                footer: { selectText: 'выбрать', navigateText: 'перейти', closeText: 'закрыть' },
              },
            },
          },
        },
      },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: { sidebar: sidebarOf('en'), outline: { level: [2, 3] } },
    },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      description: '批量发送能让 Redis 快多少？',
      themeConfig: {
        sidebar: sidebarOf('zh'),
        outline: { level: [2, 3], label: '本页内容' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '切换到浅色',
        darkModeSwitchTitle: '切换到深色',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
        langMenuLabel: '切换语言',
        skipToContentLabel: '跳到正文',
        notFound: {
          title: '找不到页面',
          quote: '这个地址没有页面。',
          linkLabel: '回到首页',
          linkText: '回到首页',
        },
      },
    },
    ru: {
      label: 'Русский',
      lang: 'ru',
      description: 'Насколько пакетная отправка ускоряет Redis?',
      themeConfig: {
        sidebar: sidebarOf('ru'),
        outline: { level: [2, 3], label: 'На этой странице' },
        docFooter: { prev: 'Назад', next: 'Дальше' },
        darkModeSwitchLabel: 'Оформление',
        lightModeSwitchTitle: 'Светлая тема',
        darkModeSwitchTitle: 'Тёмная тема',
        sidebarMenuLabel: 'Содержание',
        returnToTopLabel: 'Наверх',
        langMenuLabel: 'Сменить язык',
        skipToContentLabel: 'К содержанию',
        notFound: {
          title: 'Страница не найдена',
          quote: 'По этому адресу ничего нет.',
          linkLabel: 'На главную',
          linkText: 'На главную',
        },
      },
    },
  },
});

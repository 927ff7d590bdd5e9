import type { WrittenMessages } from './en.ts';

export const written: WrittenMessages = {
  title: 'Единицы работы вашего сервиса, JSON',
  about:
    'Что отправляет одна единица, по стадиям. Стадия начинается, когда пришли все ответы предыдущей. Каждая дорожка выполняет те же единицы по-своему.',
  example: 'Взять пример',
  open: 'Открыть файл',
  notJson: (why) => `Это не JSON: ${why}`,
  problems: 'Что не так и где:',
  checked: (name) => `«${name}» можно запускать.`,
};

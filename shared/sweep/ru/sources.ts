/** Где измеряли документы. */
export const environments = {
  document0:
    'клиент: 1 ядро и 1 ГБ; сервер: 2 ядра Xeon E5-2682 v4 на 2,5 ГГц и 4 ГБ. LAN 1000 Мбит/с; без append-only файла и без снимков',
  document2: 'loopback, настройки по умолчанию',
  document4: 'виртуальная машина: 2 ядра на 1,99 ГГц и 3,7 ГБ',
} as const;

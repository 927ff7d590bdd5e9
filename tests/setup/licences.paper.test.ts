import { expect, test } from 'vitest';
import { noticesOf } from '../../server/setup/licences.mjs';

const text = (holder: string, grant = 'Permission is granted.') =>
  `MIT License\n\nCopyright (c) 2020 ${holder}\n\n${grant}`;
const bundled = (name: string, more: object = {}) => ({
  name,
  version: '1.0.0',
  identifier: 'MIT',
  text: text(name),
  ...more,
});

test('A licence stands once, with the copyright lines of all packages that have it', () => {
  expect(noticesOf([bundled('b'), bundled('a')])).toBe(
    'MIT\n\na 1.0.0\n    Copyright (c) 2020 a\nb 1.0.0\n    Copyright (c) 2020 b\n\nPermission is granted.\n',
  );
  expect(noticesOf([bundled('a'), bundled('b', { text: text('b', 'Another.') })])).toMatch(
    /granted[^]*-----[^]*Another/,
  );
});

test('A package without a licence that is accepted, or without its text, stops the build', () => {
  expect(() => noticesOf([bundled('a', { identifier: 'GPL-3.0' })])).toThrow(
    'a@1.0.0 has the licence “GPL-3.0”',
  );
  expect(() => noticesOf([bundled('a', { identifier: undefined })])).toThrow('a@1.0.0 has the licence “”');
  expect(() => noticesOf([bundled('a', { text: undefined })])).toThrow('a@1.0.0 (MIT) has no text');
});

test('A package that publishes no text has that of its licence, with the line of its repository', () => {
  const notices = noticesOf([bundled('a'), bundled('@redis/client', { text: undefined })]);
  expect(notices).toContain('@redis/client 1.0.0\n    Copyright (c) 2022-2025, Redis, inc.');
});

import { existsSync } from 'node:fs';

/** The whole browser, which draws as a reader's does; the headless one alone where tests have installed no other. */
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

/** What ROUNDTRIP_CHROMIUM names, else where Debian puts it. */
export const chromiumPath = process.env['ROUNDTRIP_CHROMIUM'] ?? usual.find(existsSync) ?? 'chromium';

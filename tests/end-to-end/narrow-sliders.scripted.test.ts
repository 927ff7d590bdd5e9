import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(1);
const serve = usePageServer();

/** Gives each field in sight the focus, and looks what is at several points of its slider. */
const lookAtSliders = (page: Page) =>
  page.evaluate(() => {
    const { documentElement: root } = document;
    const fields: string[] = [];
    const faults: string[] = [];
    for (const field of document.querySelectorAll<HTMLInputElement>('input[id^=field-]:enabled')) {
      field.focus();
      const slider = field.closest('.field')?.querySelector('input[type=range]');
      if (document.activeElement !== field || !slider) continue;
      fields.push(field.id);
      const name = `${field.id}, ${innerWidth} px`;
      slider.scrollIntoView({ block: 'center' });
      const { left, width, top, height } = slider.getBoundingClientRect();
      for (const part of [0.02, 0.25, 0.5, 0.75, 0.98]) {
        const hit = document.elementFromPoint(left + part * width, top + height / 2);
        if (hit !== slider) faults.push(`${name}: ${hit?.outerHTML.slice(0, 60) ?? 'nothing'} at ${part}`);
      }
      if (root.scrollWidth > root.clientWidth) faults.push(`${name}: the page has ${root.scrollWidth} px`);
    }
    return { fields, faults };
  });

test.each(['en', 'ru', 'zh'])(
  'On a narrow screen the slider of each field can be reached, and is within the page: %s',
  async (locale) => {
    const server = serve();
    const { page } = await open(await server.url, { locale, viewport: { width: 390, height: 844 } });
    const fieldsInSight = async () => {
      let fields: string[] = [];
      const faults: string[] = [];
      for (const width of [320, 880, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const seen = await lookAtSliders(page);
        faults.push(...seen.faults);
        ({ fields } = seen);
      }
      expect(faults).toEqual([]);
      return fields;
    };
    await page.locator('#field-rttMs').waitFor();
    expect(await fieldsInSight()).toEqual(
      ['pipeline', 'clients', 'dataSize', 'rttMs'].map((name) => `field-${name}`),
    );
    await page.locator('.plan-line button').click();
    await page.locator('button[aria-controls=more-settings]').click();
    await page.locator('#more-settings summary').first().click();
    await page.locator('#field-maxMemoryBytes').waitFor();
    expect((await fieldsInSight()).length).toBeGreaterThanOrEqual(12);
  },
);

import { expect, test } from 'vitest';
import { urlOf } from '../../bench/agents/load-machines.ts';
import { agentProcess, useServers } from '../engine/agents/agents-of-a-test.ts';
import { useBrowser } from '../support/browser.ts';
import { LabPage, withinMs } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';

const open = useBrowser();
const serve = usePageServer();
const servers = useServers();

test(
  'The page lists agents, lets a plan have some, and shows figures by agent',
  { timeout: 3 * withinMs },
  async () => {
    const at = servers();
    const targets = [{ id: 'shop', label: 'Shop', url: urlOf(at.target) }];
    const server = serve(['--join', urlOf(at.control)], { ROUNDTRIP_TARGETS: JSON.stringify(targets) });
    const plan =
      'plan=1&target=shop&clients=4&rps=200&durationMs=1000&warmupMs=0&lane=one-by-one&lane=pipeline';
    const { page, complaints } = await open(`${await server.url}#${plan}`);
    const lab = new LabPage(page);
    await lab.openMore();
    const panel = page.getByRole('region', { name: 'Agents' });
    await panel.getByText('No agent has joined.').waitFor({ timeout: withinMs });

    const frail = (await Promise.all(['a', 'b'].map((name) => agentProcess(at, name))))[1];
    await panel.getByText('2 of 2 free for this target').waitFor({ timeout: withinMs });
    await panel.locator('summary').click();
    for (const name of ['a', 'b'])
      await panel
        .locator(`[data-agent=${name}]`)
        .getByText(/shop [\d.]+ ms/)
        .waitFor({ timeout: withinMs });
    await page.getByLabel('Load from').selectOption('2 agents');
    await page.getByText('Copy as command', { exact: true }).click();
    await page.getByText('--target shop --agents 2', { exact: false }).first().waitFor();
    await expect.poll(() => new URL(page.url()).hash, { timeout: withinMs }).toContain('agents=2');

    await lab.run.click();
    await lab.reaches('completed');
    await lab.openTab('Data');
    const figures = page.getByRole('region', { name: 'Figures by agent' });
    for (const lane of ['one-by-one', 'pipeline'])
      for (const name of ['a', 'b'])
        await figures
          .locator(`tr[data-lane=${lane}]`, { has: page.getByRole('cell', { name, exact: true }) })
          .waitFor({ timeout: withinMs });
    expect(await page.locator('main').textContent()).toContain('Agents: 2');

    frail?.child.kill('SIGKILL');
    await panel.getByText('2 wanted, 1 free').waitFor({ timeout: withinMs });
    await lab.run.click();
    await page
      .getByText('The plan wants 2 agents for target "shop", and 1 is free: a.')
      .waitFor({ timeout: withinMs });
    // Back to this machine: no agent is needed.
    await page.getByLabel('Load from').selectOption('the machine of the server');
    await lab.run.click();
    await expect.poll(() => figures.count(), { timeout: withinMs }).toBe(0);
    await lab.reaches('completed');
    expect(await figures.count()).toBe(0);
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([]);
  },
);

test('Where no control Redis was named, the page knows nothing of agents', async () => {
  const { page, complaints } = await open(await serve().url);
  await new LabPage(page).openMore();
  await page.getByLabel('Redis', { exact: true }).waitFor({ timeout: withinMs });
  expect(await page.getByLabel('Load from').count()).toBe(0);
  expect(complaints).toEqual([]);
});

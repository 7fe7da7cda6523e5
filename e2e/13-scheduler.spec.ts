import { violationsOf } from './support/accessibility.ts';
import { LONG } from './support/long.ts';
import { expectFits, phone, settle } from './support/visual.ts';
import { takePicture } from './support/presentable.ts';
import { expect, test } from './support/test.ts';

const name = 'Nightly report';

test.beforeAll(async ({ operator }) => {
  await operator.ensure('hello');
  const tasks = await operator.api.get<{ rows: Array<{ jobId: number }> } | Array<{ jobId: number }>>(
    '/scheduler/task/list?pageSize=100',
  );
  for (const { jobId } of Array.isArray(tasks) ? tasks : tasks.rows)
    await operator.api.delete(`/scheduler/task/${jobId}`);
});

test('a job of an application is scheduled, run, watched, disabled and removed', async ({
  page,
  shell,
  problems,
}) => {
  problems.provoke(/status of 400.*scheduler\/times/);
  await page.goto('/');
  await shell.open('System', 'Scheduled tasks');
  await expect(page.getByText('No task so far')).toBeVisible();
  await page.getByRole('button', { name: 'Add task' }).first().click();

  const form = shell.dialog('Add a task');
  const save = form.getByRole('button', { name: 'Add task' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await save.click();
  await expect(form).toContainText('Enter something here.');
  await form.getByRole('combobox', { name: 'Job' }).click();
  await page.getByRole('option', { name: 'helloReport' }).click();
  const cron = form.getByRole('textbox', { name: 'Times' });
  await cron.fill('61 * * * *');
  await expect(form.getByRole('alert').filter({ hasText: 'The schedule is invalid' })).toBeVisible();
  await expect(save).toBeDisabled();
  await cron.fill('30 2 * * 1-5');
  await expect(form.getByText('At 02:30, Monday through Friday')).toBeVisible();
  await expect(form.getByRole('listitem')).toHaveCount(5);
  await form.getByRole('textbox', { name: 'Parameters' }).fill('{"days": 7}');
  await form.getByRole('radio', { name: /Make up for it/ }).check();
  await takePicture(page, 'scheduler-form');
  expect(await violationsOf(page)).toEqual([]);
  await save.click();

  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Never so far');
  await expect(row).toContainText('Enabled');
  await row.getByRole('button', { name: `Run now: ${name}` }).click();
  const history = shell.dialog(`Runs of ${name}`);
  await expect(history.getByText('Succeeded')).toBeVisible();
  await expect(history.getByRole('log')).toContainText(/INFO \d+ open/);
  await takePicture(page, 'scheduler-history');
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Succeeded');

  const more = row.getByRole('button', { name: `More actions: ${name}` });
  await more.click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await more.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = shell.dialog(`Edit ${name}`);
  await expect(edit.getByRole('textbox', { name: 'Times' })).toHaveValue('30 2 * * 1-5');
  await expect(edit.getByRole('radio', { name: /Make up for it/ })).toBeChecked();
  await edit.getByRole('button', { name: 'Cancel' }).click();

  await more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await shell
    .dialog(`Remove ${name}?`)
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await expect(page.getByText('No task so far')).toBeVisible();
});

test(
  'a task waits while its application is disabled, and says so',
  LONG,
  async ({ page, shell, operator }) => {
    const task = { jobName: 'Waiting', executor: 'helloReport', cron: '0 3 * * *', status: 1 };
    const { jobId } = await operator.api.post<{ jobId: number }>('/scheduler/task', task);
    const install = await operator.find('hello');
    await operator.api.post(`/app/install/${install?.installId}/disable`);
    await page.goto('/system/scheduler');
    const row = page.getByRole('row', { name: /Waiting/ });
    await expect(row).toContainText('Waits');
    await expect(row.getByRole('button', { name: 'Run now: Waiting' })).toBeDisabled();
    await operator.api.post(`/app/install/${install?.installId}/enable`);
    // As the notice of a failure leads there.
    await page.goto(`/system/scheduler?task=${jobId}`);
    await expect(shell.dialog('Runs of Waiting')).toContainText('It has not run yet');
    await expect(page).toHaveURL(/\/system\/scheduler$/);
    await page.keyboard.press('Escape');
    await expect(row).toContainText('Enabled');
    await page.getByRole('main').getByRole('link', { name: 'Calendar' }).click();
    await expect(page.getByRole('button', { name: /Waiting/ }).first()).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
  },
);

for (const theme of ['light', 'dark'] as const) {
  test(
    `the page looks right in ${theme}, wide and on a phone, in both languages`,
    LONG,
    async ({ page, shell, operator }) => {
      const jobName = `Seen in ${theme}`;
      await operator.api.post('/scheduler/task', {
        jobName,
        executor: 'helloReport',
        cron: '0 3 * * *',
        status: 1,
      });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto('/system/scheduler');
      await expect(page.getByRole('row', { name: new RegExp(jobName) })).toBeVisible();
      await settle(page);
      await takePicture(page, `scheduler-${theme}`);
      expect(await violationsOf(page)).toEqual([]);
      await shell.useLanguage('中文');
      await expect(shell.heading).toHaveText('定时任务');
      await page.setViewportSize(phone);
      await settle(page);
      await expectFits(page);
      await takePicture(page, `scheduler-${theme}-phone-zh`);
      expect(await violationsOf(page)).toEqual([]);
    },
  );
}

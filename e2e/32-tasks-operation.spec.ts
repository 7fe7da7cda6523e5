import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { LONG } from './support/long.ts';
import { expectNotice } from './support/notices.ts';
import { main, perform, press, titleOf, type Task } from './support/task.ts';
import { expect, test } from './support/test.ts';

const tasks: readonly Task[] = [
  {
    name: 'see who logged in from where',
    clicks: 2,
    async run({ page, shell }) {
      await shell.open('Security', 'Login log');
      await expect(page.getByRole('row', { name: /admin/ }).first()).toBeVisible();
    },
  },
  {
    name: 'see who changed what',
    clicks: 2,
    prepare: ({ operator }) =>
      operator.api.post('/system/role', { roleName: 'Changed', roleKey: 'e2e-changed' }),
    async run({ page, shell }) {
      await shell.open('Security', 'Operation log');
      await expect(page.getByRole('row', { name: /Add a role/ }).first()).toContainText('admin');
    },
  },
  {
    name: 'see what waits in queues',
    clicks: 2,
    async run({ page, shell }) {
      await shell.open('System', 'Messages');
      await expect(page.getByRole('row', { name: /platform\.notices/ })).toBeVisible();
    },
  },
  {
    name: 'see why an application was slow at ten o’clock',
    clicks: 3,
    async run({ page, shell }) {
      await shell.open('System', 'Monitoring');
      await main(page).getByRole('link', { name: 'Slow work' }).click();
      const slowest = main(page).getByRole('region', { name: 'Slowest requests' }).first();
      await expect(slowest).toContainText(/Duration|No request/);
      const around = slowest.getByLabel('Around');
      await around.fill('10:00');
      await around.press('Enter');
      await expect(slowest.getByRole('button', { name: 'Last hour' })).toHaveCount(0);
      await expect(slowest).toContainText(/Duration|No request/);
    },
  },
  {
    name: 'hide the cards that nobody needs',
    clicks: 3,
    async run({ page }) {
      await press(page, 'Edit cards');
      await press(page, 'Hide Recent tasks');
      await press(page, 'Done');
      await expect(main(page).getByRole('region', { name: 'Recent tasks' })).toHaveCount(0);
    },
  },
  {
    name: 'find who changed a setting, and put it back',
    clicks: 6,
    async prepare({ operator }) {
      const setting = { configKey: 'e2e.tasks', configValue: 'first', configCategory: 'e2e' };
      const { configId } = await operator.api.post<{ configId: number }>('/system/config', setting);
      await operator.api.put('/system/config', { configId, configValue: 'second' });
    },
    async run({ page, shell }) {
      await shell.open('System', 'Configuration');
      const row = page.getByRole('row', { name: /e2e\.tasks/ });
      await expect(row).toContainText('second');
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'History' }).click();
      const history = shell.dialog('History of e2e.tasks');
      await expect(history).toContainText('admin');
      await history.getByRole('button', { name: 'Back to this value' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Set the former value' }).click();
      await expect(row).toContainText('first');
    },
  },
  {
    name: 'count only what matters at the bell',
    clicks: 3,
    prepare: ({ operator }) => operator.api.post('/hello/demo/message/greet', { name: 'Ada' }),
    async run({ page, shell }) {
      await page.getByRole('button', { name: /^Notices/ }).click();
      await shell.dialog('Notices').getByRole('link', { name: 'Notification preferences' }).click();
      const ofHello = page.getByRole('group', { name: 'Notices of Hello' });
      await ofHello.getByRole('button', { name: 'Warnings and errors' }).click();
      await expect(ofHello.getByRole('button', { pressed: true })).toHaveText('Warnings and errors');
    },
  },
  {
    name: 'find the log lines of one request',
    clicks: 3,
    async run({ page, shell, platform, operator }) {
      const headers = { authorization: `Bearer ${operator.token}` };
      const answer = await fetch(`${platform.api}/system/role/999999999`, { headers });
      const requestId = answer.headers.get('x-request-id') ?? '';
      await shell.open('System', 'Logs');
      await main(page).getByRole('textbox', { name: 'Request' }).click();
      await page.keyboard.insertText(requestId);
      const log = page.getByRole('log', { name: 'Logs' });
      await expect(log).toContainText('/system/role/999999999');
      await expect(log).not.toContainText('task');
    },
  },
  {
    name: 'send dead letters again',
    clicks: 3,
    async prepare({ operator, platform }) {
      const database = new DatabaseSync(join(platform.data, 'platform.db'), { timeout: 5_000 });
      // As a full disk would: every attempt to keep the notice fails.
      database.exec(`create trigger no_notices before insert on sys_user_notice
        begin select raise(abort, 'The disk is full.'); end`);
      await operator.api.post('/system/message', { to: 'tenant', title: 'Kept for later' });
      const dead = () => operator.api.get<unknown[]>('/system/messaging/queues/platform.notices/dead');
      await expect.poll(async () => (await dead()).length).toBe(1);
      database.exec('drop trigger no_notices');
      database.close();
    },
    async run({ page, shell }) {
      await main(page).getByRole('link', { name: 'Open: One dead letter' }).click();
      await expect(page.getByRole('row', { name: /The disk is full/ })).toBeVisible();
      await press(page, 'Send all again');
      await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await expectNotice(page, 'One message is sent again.');
      await expect(main(page)).toContainText('No dead letter');
      await expect(page.getByRole('button', { name: /^Notices/ })).toHaveAccessibleName(/unread/);
      await expect(shell.heading).toHaveText('platform.notices');
    },
  },
];

test.beforeAll(({ operator }) => operator.ensure('hello', '1.0.0'));

for (const task of tasks) {
  test(titleOf(task), LONG, ({ page, shell, operator, platform }) =>
    perform(task, { page, shell, operator, platform }),
  );
}

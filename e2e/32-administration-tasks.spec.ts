import type { Page } from '@playwright/test';
import { ApiClient } from '@platform/cli';
import { chooseCsv } from './support/choose-csv.ts';
import { countClicks } from './support/clicks.ts';
import { LONG } from './support/long.ts';
import type { Operator } from './support/operator.ts';
import type { E2ePlatform } from './support/platform.ts';
import type { Shell } from './support/shell.ts';
import { expect, test } from './support/test.ts';

/** State that a task starts with. */
interface Stage {
  readonly page: Page;
  readonly shell: Shell;
  readonly operator: Operator;
  readonly platform: E2ePlatform;
}

interface Task {
  readonly name: string;
  /** Most presses of the pointer, from the start page on. */
  readonly clicks: number;
  readonly prepare?: (stage: Stage) => Promise<unknown>;
  readonly run: (stage: Stage) => Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();

/** Types into the search of the list; its key works once the list is there. */
async function searchFor(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible();
  await page.keyboard.press('/');
  await expect(main(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(text);
}

/** Tasks of issue 20, each from the start page as a stranger would do it. (design 15.8) */
const tasks: readonly Task[] = [
  {
    name: 'give a role one list of an application, but not its buttons',
    clicks: 6,
    prepare: ({ operator }) =>
      operator.api.post('/system/role', { roleName: 'Readers', roleKey: 'e2e-readers' }),
    async run({ page, shell }) {
      await shell.open('People', 'Roles');
      await press(page, 'Permissions: Readers');
      await main(page).getByRole('checkbox', { name: 'Items: Open' }).check();
      await expect(main(page).getByRole('checkbox', { name: 'Items: Add items' })).not.toBeChecked();
      await press(page, 'Save changes');
      await expect(page.getByText('The role is saved.')).toBeVisible();
    },
  },
  {
    name: 'restrict a role to its department',
    clicks: 5,
    prepare: ({ operator }) =>
      operator.api.post('/system/role', { roleName: 'Locals', roleKey: 'e2e-locals' }),
    async run({ page, shell }) {
      await shell.open('People', 'Roles');
      await press(page, 'Permissions: Locals');
      await main(page).getByRole('radio', { name: 'Own department', exact: true }).check();
      await press(page, 'Save changes');
      await expect(page.getByText('The role is saved.')).toBeVisible();
    },
  },
  {
    name: 'end a session',
    clicks: 4,
    async prepare({ operator, platform }) {
      const guest = { userName: 'e2e-guest', nickName: 'Guest', password: 'Once-upon-9' };
      await operator.api.post('/system/user', guest);
      await new ApiClient(platform.api).login(guest.userName, guest.password);
    },
    async run({ page, shell }) {
      await shell.open('People', 'Sessions');
      await expect(page.getByRole('row', { name: /This one/ })).toHaveCount(1);
      const guest = page.getByRole('row', { name: /e2e-guest/ });
      await guest.getByRole('button', { name: /^End/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End the session' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
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
      await slowest.getByLabel('Around').fill('10:00');
      await expect(slowest.getByRole('button', { name: 'Last hour' })).toHaveCount(0);
      await expect(slowest).toContainText(/Duration|No request/);
    },
  },
  {
    name: 'find a user without knowing the page',
    clicks: 0,
    async run({ page, shell }) {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('users');
      await expect(page.getByRole('option', { selected: true })).toContainText('Users');
      await page.keyboard.press('Enter');
      await expect(shell.heading).toHaveText(/^Users/);
      await searchFor(page, 'adm');
      await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible();
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
    name: 'keep a filtered list as a view',
    clicks: 3,
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await searchFor(page, 'adm');
      await press(page, 'Save view');
      await page.keyboard.type('Mine');
      await page.keyboard.press('Enter');
      await expect(main(page).getByRole('button', { name: 'Mine', exact: true })).toBeVisible();
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
    name: 'hide a menu',
    clicks: 4,
    async run({ page, shell }) {
      await shell.open('Content', 'Menus');
      const row = page.getByRole('row', { name: /Posts/ });
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Hide in the side menu' }).click();
      await expect(row).toContainText('Hidden');
    },
  },
  {
    name: 'move files to another storage',
    clicks: 7,
    async prepare({ operator }) {
      const attic = { configKey: 'attic', storageType: 'local', prefix: 'attic/' };
      await operator.api.post('/system/ossConfig', attic);
    },
    async run({ page, shell }) {
      await shell.open('Content', 'File storages');
      const row = page.getByRole('row', { name: /Takes new files/ });
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Move its files' }).click();
      const dialog = shell.dialog(/^Move the files of/);
      await dialog.getByRole('combobox', { name: 'To' }).press('Enter');
      await page.getByRole('option', { name: 'attic' }).click();
      await dialog.getByRole('button', { name: 'Move the files' }).click();
      await expect(page.getByText(/→ attic: all \d+ files are moved/)).toBeVisible();
    },
  },
  {
    name: 'import 200 users with three bad lines',
    clicks: 6,
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await press(page, 'Import');
      const drawer = shell.dialog('Import users');
      const choose = (lines: readonly string[]) =>
        chooseCsv(drawer, ['userName,nickName,email', ...lines].join('\n'));
      const lines = Array.from({ length: 200 }, (_, at) => `e2e-many-${at},Person ${at},`);
      const wrong = lines.with(17, 'e2e-many-17,,').with(90, 'e2e-many-90,Ninety,nowhere');
      await choose(wrong.with(150, 'admin,Admin,'));
      await expect(drawer.getByRole('row')).toHaveCount(1 + 3);
      await choose(lines);
      await drawer.getByRole('button', { name: 'Add users' }).click();
      const download = page.waitForEvent('download');
      await drawer.getByRole('button', { name: 'Save the passwords' }).click();
      expect((await download).suggestedFilename()).toBe('passwords.csv');
    },
  },
  {
    name: 'reset the password of a user',
    clicks: 5,
    prepare: ({ operator }) =>
      operator.api.post('/system/user', { userName: 'e2e-lost', nickName: 'Lost', password: 'Once-upon-9' }),
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await searchFor(page, 'e2e-lost');
      const row = page.getByRole('row', { name: /e2e-lost/ });
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Reset password' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
      await expect(page.getByRole('dialog', { name: 'Password of e2e-lost' })).toBeVisible();
    },
  },
  {
    name: 'see what a user may do, and by which role',
    clicks: 4,
    async run({ page, shell }) {
      await shell.open('People', 'Users');
      await press(page, 'Open: admin');
      await main(page).getByRole('link', { name: 'Rights', exact: true }).click();
      await expect(main(page)).toContainText(/Super|Administrator/);
    },
  },
  {
    name: 'limit what a tenant may have',
    clicks: 6,
    prepare: ({ operator }) =>
      operator.api.post('/system/tenant', {
        ...{ tenantId: 'e2e-task', name: 'Taskers', adminUserName: 'admin' },
      }),
    async run({ page, shell }) {
      await shell.open('People', 'Tenants');
      await press(page, 'Open: Taskers');
      await main(page).getByRole('link', { name: 'What it may have' }).click();
      await main(page).getByRole('checkbox', { name: 'Hosts' }).uncheck();
      await press(page, 'Save changes');
      await expect(page.getByText('Taskers is saved.')).toBeVisible();
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
];

test.beforeAll(({ operator }) => operator.ensure('hello', '1.0.0'));
test.afterAll(async ({ operator }) => {
  const roles = await operator.api.get<Array<{ roleId: number; roleKey: string }>>('/system/role/list');
  for (const { roleId, roleKey } of roles)
    if (roleKey.startsWith('e2e-')) await operator.api.delete(`/system/role/${roleId}`);
});

for (const { name, clicks, prepare, run } of tasks) {
  test(`${name}: ${clicks} clicks`, LONG, async ({ page, shell, operator, platform }) => {
    const stage = { page, shell, operator, platform };
    await prepare?.(stage);
    await page.goto('/');
    await expect(shell.directory('System')).toBeVisible();
    const counted = await countClicks(page);
    await run(stage);
    expect(await counted()).toBeLessThanOrEqual(clicks);
  });
}

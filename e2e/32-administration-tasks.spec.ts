import type { Page } from '@playwright/test';
import { countClicks } from './support/clicks.ts';
import { LONG } from './support/long.ts';
import type { Operator } from './support/operator.ts';
import type { Shell } from './support/shell.ts';
import { expect, test } from './support/test.ts';

/** State that a task starts with. */
interface Stage {
  readonly page: Page;
  readonly shell: Shell;
  readonly operator: Operator;
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
    prepare: ({ operator }) => operator.api.get('/system/user/getInfo'),
    async run({ page, shell }) {
      await shell.open('People', 'Sessions');
      const rows = page.getByRole('row', { name: /admin/ });
      await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1);
      const others = rows.filter({ hasNotText: 'This one' });
      await others.first().getByRole('button', { name: /^End/ }).click();
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
];

test.beforeAll(({ operator }) => operator.ensure('hello', '1.0.0'));
test.afterAll(async ({ operator }) => {
  const roles = await operator.api.get<Array<{ roleId: number; roleKey: string }>>('/system/role/list');
  for (const { roleId, roleKey } of roles)
    if (roleKey.startsWith('e2e-')) await operator.api.delete(`/system/role/${roleId}`);
});

for (const { name, clicks, prepare, run } of tasks) {
  test(`${name}: ${clicks} clicks`, LONG, async ({ page, shell, operator }) => {
    const stage = { page, shell, operator };
    await prepare?.(stage);
    await page.goto('/');
    await expect(shell.directory('System')).toBeVisible();
    const counted = await countClicks(page);
    await run(stage);
    expect(await counted()).toBeLessThanOrEqual(clicks);
  });
}

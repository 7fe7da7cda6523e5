import type { Page } from '@playwright/test';
import { HelloPage } from './support/hello-page.ts';
import { expect, test } from './support/test.ts';

const entry = '**/remote-apps/hello/**/index.js*';

/** A container like those that the preset builds, whose `install` throws. */
const throwing = `
  export const init = () => {};
  export const get = async () => () => ({
    default: () => { throw new Error('The colours are missing.'); },
  });
`;
const failures = [
  {
    title: 'whose entry is not there',
    fulfill: { status: 404, contentType: 'text/plain', body: 'Not found' },
    says: [/its entry file could not be loaded/, /404/],
    provokes: [/status of 404/],
  },
  {
    title: 'that throws while it is installed',
    fulfill: { status: 200, contentType: 'text/javascript', body: throwing },
    says: [/it failed while it was starting/, /The colours are missing/],
    provokes: [/The colours are missing/],
  },
];

test.beforeAll(async ({ operator }) => {
  for (const code of ['hello', 'member']) await operator.ensure(code, '1.0.0');
});

async function breakHello(page: Page, fulfill: (typeof failures)[number]['fulfill']): Promise<void> {
  await page.route(entry, (route) => route.fulfill(fulfill));
}

for (const { title, fulfill, says, provokes } of failures) {
  test(`a remote ${title} fails in its own place, and recovers by "Retry"`, async ({
    page,
    shell,
    problems,
  }) => {
    problems.provoke(...provokes);
    await breakHello(page, fulfill);
    await page.goto('/hello/items');
    const loadedAt = await shell.loadedAt();
    const failure = page.getByRole('main').getByRole('alert');
    await expect(failure).toContainText('Remote view unavailable');
    for (const text of says) await expect(failure.getByText(text).first()).toBeAttached();
    await expect(failure.getByRole('link', { name: 'Open the application’s page' })).toBeVisible();
    const mark = page.getByRole('img', { name: 'Could not be loaded' });
    await expect(mark).toBeVisible();

    await shell.open('Members', 'Members');
    await expect(page.getByRole('button', { name: 'Add member' })).toBeVisible();
    await shell.open('Applications', 'Tasks');
    await expect(shell.heading).toHaveText('Tasks');

    await shell.open('Hello', 'Items');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(failure.getByRole('button', { name: 'Retry' })).toBeEnabled();
    await page.unroute(entry);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(new HelloPage(page).rows.first()).toBeVisible();
    await expect(failure).toBeHidden();
    await expect(mark).toBeHidden();
    expect(await shell.loadedAt()).toBe(loadedAt);
  });
}

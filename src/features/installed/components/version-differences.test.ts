import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/http';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import VersionDifferences from './VersionDifferences.vue';

const same = {
  menus: { added: [], changed: [], removed: [] },
  scripts: { added: [], removed: [] },
  permissions: { added: [], removed: [] },
  files: { added: [], changed: [], removed: [] },
};

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function shown(answer: () => Promise<unknown>) {
  const get = vi.fn((_path: string, _options: object) => answer());
  const { page } = await mountPage(VersionDifferences, {
    messages: { installed: messages },
    props: { appCode: 'hello', from: '1.0.0', to: '1.1.0' },
    http: { get } as never,
  });
  unmount = () => page.unmount();
  await flushPromises();
  return { page, get };
}

it('asks what changed from the earlier version to the later one, and counts it', async () => {
  const files = { added: ['a.js', 'b.js'], changed: [], removed: ['c.js'] };
  const { page, get } = await shown(async () => ({ ...same, files }));
  expect(get.mock.calls[0]).toEqual([
    '/app/runtime/applications/hello/differences',
    expect.objectContaining({ params: { from: '1.0.0', to: '1.1.0' } }),
  ]);
  const [added, removed] = page.findAll('details').map((each) => each.text().replaceAll(/\s+/g, ' '));
  expect(added).toMatch(/^\+2 Files added.*a\.js.*b\.js/);
  expect(removed).toMatch(/^−1 Files removed.*c\.js/);
  expect(page.text()).not.toContain(messages.history.same);
});

it('says so where both versions have the same', async () => {
  const { page } = await shown(async () => same);
  expect(page.text()).toContain(messages.history.same);
});

it('says so where the records of a version are gone, and why anything else failed', async () => {
  const refused = (code: string, message: string) => () =>
    Promise.reject(new ApiError({ code, status: 404, message }));
  const gone = await shown(refused('VERSION_NOT_FOUND', 'No such version.'));
  expect(gone.page.text()).toContain(messages.history.gone);
  expect(gone.page.find('[role=alert]').exists()).toBe(false);
  unmount?.();
  const failed = await shown(refused('APP_NOT_FOUND', 'There is no such application.'));
  expect(failed.page.text()).not.toContain(messages.history.gone);
  expect(failed.page.get('[role=alert]').text()).toContain('There is no such application.');
});

it('asks anew for other versions', async () => {
  const { page, get } = await shown(async () => same);
  await page.setProps({ from: '1.1.0', to: '1.2.0' } as object);
  await flushPromises();
  expect(get.mock.lastCall?.[1]).toMatchObject({ params: { from: '1.1.0', to: '1.2.0' } });
});

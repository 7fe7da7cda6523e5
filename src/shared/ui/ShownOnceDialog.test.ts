import { afterEach, expect, it, vi } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import ShownOnceDialog from './ShownOnceDialog.vue';

afterEach(() => {
  document.body.innerHTML = '';
});

it('opens with the focus on its copy button, and leaves it on the page', async () => {
  const page = document.createElement('main');
  page.tabIndex = -1;
  document.body.append(page);
  const words = { title: 'Token', text: 'Shown once.', copyLabel: 'Copy token', doneLabel: 'Done' };
  const dialog = mountShared(ShownOnceDialog, { props: { ...words, token: undefined } });
  await dialog.setProps({ token: 'abc' });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Copy token'));
  await dialog.setProps({ token: undefined });
  await vi.waitFor(() => expect(document.activeElement).toBe(page));
  dialog.unmount();
});

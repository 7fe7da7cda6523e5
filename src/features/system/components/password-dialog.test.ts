import { afterEach, expect, it, vi } from 'vitest';
import { mountShared } from '@/shared/testing/mount-shared.ts';
import PasswordDialog from './PasswordDialog.vue';

afterEach(() => {
  document.body.innerHTML = '';
});

it('opens with the focus on the copy button of the password, and leaves it on the page', async () => {
  const page = document.createElement('main');
  page.tabIndex = -1;
  document.body.append(page);
  const dialog = mountShared(PasswordDialog, { props: { modelValue: undefined } });
  await dialog.setProps({ modelValue: { userName: 'ada', password: 'seven-blue-kites' } });
  await vi.waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toContain('seven-blue-kites'),
  );
  await dialog.setProps({ modelValue: undefined });
  await vi.waitFor(() => expect(document.activeElement).toBe(page));
  dialog.unmount();
});

import { expect, it } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import messages from '../i18n/en-US.ts';
import CenterNotice from './CenterNotice.vue';

it.each([
  [{ kind: 'embedded', runsHere: true }, undefined],
  [{ kind: 'embedded', runsHere: false }, messages.center.elsewhere],
  [{ kind: 'disabled', runsHere: true }, messages.center.disabled],
  [{ kind: 'disabled', runsHere: false }, messages.center.disabled],
])('explains why no task runs here: %o', async (center, text) => {
  const { page } = await mountPage(CenterNotice, {
    messages: { scheduler: messages },
    props: { center },
    http: {},
  });
  expect(page.find('[role=status]').exists()).toBe(text !== undefined);
  expect(page.text()).toBe(text ?? '');
  page.unmount();
});

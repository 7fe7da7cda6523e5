import { afterEach, expect, it, vi } from 'vitest';
import { mountShared } from '../testing/mount-shared.ts';
import RecoveryCodes from './RecoveryCodes.vue';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

it('recovery codes are saved as a text file that names the platform', async () => {
  const files: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const codes = mountShared(RecoveryCodes, { props: { codes: ['aaaa-bbbb', 'cccc-dddd'] } });
  await codes
    .findAll('button')
    .find((button) => button.text() === 'Download as a file')
    ?.trigger('click');
  expect(names).toEqual([`recovery-codes-${location.hostname}.txt`]);
  expect(files[0]?.type).toBe('text/plain;charset=utf-8');
  expect(await files[0]?.text()).toBe(`Recovery codes · ${location.host}\r\n\r\naaaa-bbbb\r\ncccc-dddd\r\n`);
  codes.unmount();
});

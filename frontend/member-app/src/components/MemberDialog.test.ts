import { createTestRuntime } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { Member } from '../api/members.ts';
import install from '../index.ts';
import MemberDialog from './MemberDialog.vue';

const member: Member = {
  id: 7,
  name: 'Ada',
  phone: '13800001111',
  level: 'gold',
  points: 120,
  status: 'active',
  source: 'web',
  createTime: '2026-11-20T08:00:00Z',
};

async function open(
  props: { member?: Member },
  answer: (method: string, data: unknown) => unknown = () => null,
) {
  const runtime = createTestRuntime({
    code: 'member',
    dicts: { member_source: [{ value: 'web', label: 'Website' }] },
    answer: (method, _url, config) => answer(method, config.data),
  });
  await install(runtime);
  const dialog = mount(MemberDialog, { props: { modelValue: false, ...props }, attachTo: document.body });
  await dialog.setProps({ modelValue: true });
  await flushPromises();
  return { dialog, runtime };
}

const inDialog = <T extends Element>(selector: string) => document.querySelector<T>(`.el-dialog ${selector}`);
const press = async (label: string) => {
  [...document.querySelectorAll<HTMLButtonElement>('.el-dialog button')]
    .find((button) => button.textContent?.trim() === label)
    ?.click();
  await flushPromises();
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the member dialog', () => {
  it('sends nothing while the name is missing', async () => {
    const sent: unknown[] = [];
    const { dialog } = await open({}, (method) => sent.push(method));
    await press('Save');
    await expect.poll(() => document.body.textContent).toContain('Give the member’s name.');
    expect(sent).toEqual([]);
    dialog.unmount();
  });

  it('sends what was edited and closes', async () => {
    const sent: unknown[] = [];
    const { dialog, runtime } = await open({ member }, (method, data) => sent.push([method, data]));
    expect(inDialog('.el-dialog__body')?.textContent).toContain('Website');
    const name = inDialog<HTMLInputElement>('input');
    if (!name) throw new Error('the dialog has no input');
    name.value = 'Grace';
    name.dispatchEvent(new Event('input'));
    await press('Save');
    await expect.poll(() => dialog.emitted('saved')).toHaveLength(1);
    expect(sent).toEqual([
      [
        'put',
        {
          id: 7,
          name: 'Grace',
          phone: '13800001111',
          level: 'gold',
          points: 120,
          status: 'active',
          source: 'web',
        },
      ],
    ]);
    expect(dialog.emitted('update:modelValue')).toEqual([[false]]);
    expect(runtime.said).toEqual(['Saved.']);
    dialog.unmount();
  });

  it('stays open with what was entered when the server refuses', async () => {
    const { dialog } = await open({ member }, () => {
      throw new Error('A member with this phone exists.');
    });
    await press('Save');
    await expect.poll(() => document.body.textContent).toContain('A member with this phone exists.');
    expect(dialog.emitted('update:modelValue')).toBeUndefined();
    dialog.unmount();
  });
});

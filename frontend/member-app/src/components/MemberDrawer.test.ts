import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { Member } from '../api/members.ts';
import install from '../index.ts';
import MemberDrawer from './MemberDrawer.vue';

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
  const drawer = mount(MemberDrawer, {
    props: { modelValue: false, ...props },
    attachTo: document.body,
    global: { provide: { [uiServicesKey]: createTestUiServices(runtime) } },
  });
  await drawer.setProps({ modelValue: true });
  await flushPromises();
  return { drawer, runtime };
}

const inDrawer = <T extends Element>(selector: string) => document.querySelector<T>(`.el-drawer ${selector}`);
const press = async (label: string) => {
  [...document.querySelectorAll<HTMLButtonElement>('.el-drawer button')]
    .find((button) => button.textContent?.trim() === label)
    ?.click();
  await flushPromises();
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the member editor', () => {
  it('sends nothing while the name is missing', async () => {
    const sent: unknown[] = [];
    const { drawer } = await open({}, (method) => sent.push(method));
    await press('Save');
    await expect.poll(() => document.body.textContent).toContain('Give the member’s name.');
    expect(sent).toEqual([]);
    drawer.unmount();
  });

  it('sends the edited data and closes', async () => {
    const sent: unknown[] = [];
    const { drawer, runtime } = await open({ member }, (method, data) => sent.push([method, data]));
    expect(inDrawer('.el-drawer__body')?.textContent).toContain('Website');
    const name = inDrawer<HTMLInputElement>('input');
    if (!name) throw new Error('the editor has no input');
    name.value = 'Grace';
    name.dispatchEvent(new Event('input'));
    await press('Save');
    await expect.poll(() => drawer.emitted('saved')).toHaveLength(1);
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
    expect(drawer.emitted('update:modelValue')).toEqual([[false]]);
    expect(runtime.said).toEqual(['Saved.']);
    drawer.unmount();
  });

  it('keeps the input when the server refuses it', async () => {
    const { drawer } = await open({ member }, () => {
      throw new Error('A member with this phone exists.');
    });
    await press('Save');
    await expect.poll(() => document.body.textContent).toContain('A member with this phone exists.');
    expect(drawer.emitted('update:modelValue')).toBeUndefined();
    drawer.unmount();
  });
});

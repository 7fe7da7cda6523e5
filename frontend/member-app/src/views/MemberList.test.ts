import { uiServicesKey } from '@platform/remote-app';
import { createTestRuntime, createTestUiServices } from '@platform/remote-app/testing';
import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import type { Member } from '../api/members.ts';
import install from '../index.ts';
import MemberList from './MemberList.vue';

const member: Member = {
  id: 7,
  name: 'Ada',
  phone: '13800001111',
  level: 'gold',
  points: 120,
  status: 'active',
  source: 'shop',
  createTime: '2026-11-20T08:00:00Z',
};

async function show() {
  const runtime = createTestRuntime({
    code: 'member',
    answer: (method) => (method === 'get' ? { total: 30, rows: [member] } : null),
    dicts: { member_source: [{ value: 'shop', label: 'In the shop' }] },
  });
  const told: unknown[] = [];
  Object.assign(runtime.events, { emit: (name: string, payload: unknown) => told.push([name, payload]) });
  await install(runtime);
  const ui = createTestUiServices(runtime);
  const view = mount(MemberList, {
    attachTo: document.body,
    global: { provide: { [uiServicesKey]: ui } },
  });
  await flushPromises();
  const button = (label: string) => view.findAll('button').find((found) => found.text() === label);
  return { view, told, ui, button };
}

async function save(): Promise<void> {
  await flushPromises();
  const dialog = document.querySelector('.el-drawer');
  const buttons = [...(dialog?.querySelectorAll('button') ?? [])];
  buttons.find((found) => found.textContent?.trim() === 'Save')?.click();
  await flushPromises();
}

function fill(label: string, value: string): void {
  const item = [...document.querySelectorAll('.el-drawer .el-form-item')].find((found) =>
    found.querySelector('label')?.textContent?.includes(label),
  );
  const input = item?.querySelector('input');
  if (!input) throw new Error(`There is no field ${label}.`);
  input.value = value;
  input.dispatchEvent(new Event('input'));
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the list of members', () => {
  it('shows dictionary values by their labels', async () => {
    const { view } = await show();
    expect(view.get('.data-row').text()).toContain('In the shop');
    view.unmount();
  });

  it('notifies other applications of added, edited and removed members', async () => {
    const { view, told, button } = await show();
    await button('Edit')?.trigger('click');
    await save();
    await expect.poll(() => told).toHaveLength(1);
    await button('Add member')?.trigger('click');
    await flushPromises();
    fill('Name', 'Grace');
    fill('Phone', '13800002222');
    await save();
    await expect.poll(() => told).toHaveLength(2);
    await view.get('button[aria-label^="More actions"]').trigger('click');
    await flushPromises();
    document.querySelector<HTMLElement>('.popup-menu .is-danger')?.click();
    await flushPromises();
    expect(told).toEqual([
      ['member:changed', { kind: 'edited', names: ['Ada'] }],
      ['member:changed', { kind: 'added', names: ['Grace'] }],
      ['member:changed', { kind: 'removed', names: ['Ada'] }],
    ]);
    view.unmount();
  });

  it('remembers the chosen page size', async () => {
    const { view, ui } = await show();
    await view.get('.pager select').setValue('50');
    await flushPromises();
    expect(ui.tables.pageSizes).toEqual({ 'member.members': 50 });
    view.unmount();
  });
});

import { flushPromises } from '@vue/test-utils';
import { ElFormItem } from 'element-plus/es/components/form/index.mjs';
import { ElInput } from 'element-plus/es/components/input/index.mjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { h, reactive } from 'vue';
import type { ErrorField, UiServices } from '../../ui-services.ts';
import { mountPart, testUi } from '../testing/within-setup.ts';
import RecordDrawer from './RecordDrawer.vue';

async function open(
  save: () => Promise<unknown> = async () => undefined,
  agrees = true,
  more: object = {},
  slots: Record<string, () => unknown> = {},
  fields: readonly ErrorField[] = [],
) {
  const { runtime, ui: plain } = testUi({ agrees });
  const describeError: UiServices['describeError'] = (error) => ({ ...plain.describeError(error), fields });
  const ui = { ...plain, describeError };
  const props = { title: 'Edit note', draft: { title: 'a' }, save, modelValue: false, ...more };
  const drawer = mountPart(RecordDrawer, { props, ui, slots });
  await drawer.setProps({ modelValue: true });
  await flushPromises();
  return { drawer, runtime };
}

const press = async (label: string): Promise<void> => {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.el-drawer button')];
  buttons.find((button) => button.textContent.trim() === label)?.click();
  await flushPromises();
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the editor of a record', () => {
  it('closes at once without changes, and asks with changes', async () => {
    const { drawer, runtime } = await open();
    await drawer.setProps({ draft: { title: 'b' } });
    await press('Cancel');
    expect(runtime.asked).toEqual(['Discard what you have typed?']);
    expect(drawer.emitted('update:modelValue')).toEqual([[false]]);
    drawer.unmount();

    const untouched = await open();
    await press('Cancel');
    expect(untouched.runtime.asked).toEqual([]);
    expect(untouched.drawer.emitted('update:modelValue')).toEqual([[false]]);
    untouched.drawer.unmount();
  });

  it('validates by its own rules, so that the browser rejects no decimal number', async () => {
    const { drawer } = await open();
    expect(document.querySelector('.el-drawer form')?.hasAttribute('novalidate')).toBe(true);
    drawer.unmount();
  });

  it('puts the focus into the first field that its rules refuse', async () => {
    const slots = {
      default: () => [
        h(ElFormItem, { prop: 'title' }, () => h('input', { id: 'title' })),
        h(ElFormItem, { prop: 'code' }, () => h('input', { id: 'code' })),
      ],
    };
    const rules = { code: [{ required: true, message: 'Missing.' }] };
    const { drawer } = await open(undefined, true, { draft: { title: 'a', code: '' }, rules }, slots);
    document.querySelector<HTMLElement>('#title')?.focus();
    await press('Save');
    await vi.waitFor(() => expect(document.activeElement?.id).toBe('code'));
    drawer.unmount();
  });

  it('marks the field that the server refuses until it is changed, and can be sent again', async () => {
    const draft = reactive({ title: 'a', code: 'x' });
    const slots = {
      default: () => [
        h(ElFormItem, { prop: 'title' }, () => h(ElInput, { modelValue: draft.title })),
        h(ElFormItem, { prop: 'code' }, () => h(ElInput, { modelValue: draft.code, id: 'code' })),
      ],
    };
    const save = vi.fn(() => Promise.reject(new Error('The code is taken.')));
    const { drawer } = await open(save, true, { draft }, slots, [
      { name: 'code', message: 'The code is taken.' },
      { name: 'elsewhere', message: 'No field of this form.' },
    ]);
    await press('Save');
    const wrong = () =>
      [...document.querySelectorAll('.el-form-item.is-error')].map((item) => item.textContent);
    await vi.waitFor(() => expect(wrong()).toEqual(['The code is taken.']));
    expect(document.activeElement?.id).toBe('code');
    await press('Save');
    expect(save).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(wrong()).toEqual(['The code is taken.']));
    draft.code = 'y';
    await vi.waitFor(() => expect(wrong()).toEqual([]));
    drawer.unmount();
  });

  it('brings the reason into sight where the server names no field', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    const { drawer } = await open(() => Promise.reject(new Error('No.')));
    await press('Save');
    await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
    expect((shown.mock.contexts[0] as Element).textContent).toContain('No.');
    shown.mockRestore();
    drawer.unmount();
  });

  it('keeps the input when the user continues editing', async () => {
    const { drawer } = await open(undefined, false);
    await drawer.setProps({ draft: { title: 'b' } });
    await press('Cancel');
    expect(drawer.emitted('update:modelValue')).toBeUndefined();
    drawer.unmount();
  });

  it('sends once, however often the button is clicked', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    const { drawer, runtime } = await open(() => {
      sent += 1;
      return promise;
    });
    await press('Save');
    await press('Save');
    resolve();
    await flushPromises();
    expect(sent).toBe(1);
    expect(runtime.said).toEqual(['Saved.']);
    expect(drawer.emitted('saved')).toHaveLength(1);
    expect(drawer.emitted('update:modelValue')).toEqual([[false]]);
    drawer.unmount();
  });

  it('sends once, where a second Enter comes while the form is examined', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    const save = () => ((sent += 1), promise);
    const { drawer } = await open(save, true, { rules: {} });
    const form = document.querySelector<HTMLFormElement>('.el-drawer form');
    form?.requestSubmit();
    form?.requestSubmit();
    await flushPromises();
    resolve();
    await flushPromises();
    expect(sent).toBe(1);
    drawer.unmount();
  });

  it('shows no message when the caller reports success itself', async () => {
    const { drawer, runtime } = await open(undefined, true, { quiet: true });
    await press('Save');
    expect(runtime.said).toEqual([]);
    expect(drawer.emitted('saved')).toHaveLength(1);
    drawer.unmount();
  });

  it('cannot be sent while it is incomplete', async () => {
    let sent = 0;
    const { drawer } = await open(async () => (sent += 1), true, { incomplete: true });
    await press('Save');
    expect(sent).toBe(0);
    drawer.unmount();
  });

  it('shows why saving failed, stays open, and clears the error when it reopens', async () => {
    const { drawer } = await open(() => Promise.reject(new Error('The name is taken.')));
    await press('Save');
    expect(document.body.textContent).toContain('The name is taken.');
    expect(drawer.emitted('saved')).toBeUndefined();
    await drawer.setProps({ modelValue: false });
    await drawer.setProps({ modelValue: true });
    await flushPromises();
    expect(document.body.textContent).not.toContain('The name is taken.');
    drawer.unmount();
  });
});

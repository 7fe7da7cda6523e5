import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestRuntime } from '../testing/index.ts';
import EditDialog from './EditDialog.vue';
import { holdRuntime } from './runtime.ts';

async function open(save: () => Promise<unknown> = async () => undefined, agrees = true) {
  const runtime = createTestRuntime({ code: 'notes', agrees });
  holdRuntime(runtime);
  const props = { title: 'Edit note', draft: { title: 'a' }, save, modelValue: false };
  const dialog = mount(EditDialog, { props, attachTo: document.body });
  await dialog.setProps({ modelValue: true });
  await flushPromises();
  return { dialog, runtime };
}

const press = async (label: string): Promise<void> => {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.el-dialog button')];
  buttons.find((button) => button.textContent.trim() === label)?.click();
  await flushPromises();
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the edit dialog', () => {
  it('closes at once where nothing was changed, and asks where something was', async () => {
    const { dialog, runtime } = await open();
    await dialog.setProps({ draft: { title: 'b' } });
    await press('Cancel');
    expect(runtime.asked).toEqual(['Discard what you have entered?']);
    expect(dialog.emitted('update:modelValue')).toEqual([[false]]);
    dialog.unmount();

    const untouched = await open();
    await press('Cancel');
    expect(untouched.runtime.asked).toEqual([]);
    expect(untouched.dialog.emitted('update:modelValue')).toEqual([[false]]);
    untouched.dialog.unmount();
  });

  it('stays with what was entered when the person goes on editing', async () => {
    const { dialog } = await open(undefined, false);
    await dialog.setProps({ draft: { title: 'b' } });
    await press('Cancel');
    expect(dialog.emitted('update:modelValue')).toBeUndefined();
    dialog.unmount();
  });

  it('takes for unchanged what a later opening begins with', async () => {
    const { dialog, runtime } = await open();
    await dialog.setProps({ modelValue: false });
    await dialog.setProps({ draft: { title: 'other' }, modelValue: true });
    await flushPromises();
    await press('Cancel');
    expect(runtime.asked).toEqual([]);
    dialog.unmount();
  });

  it('sends once, however often the button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    const { dialog, runtime } = await open(() => {
      sent += 1;
      return promise;
    });
    await press('Save');
    await press('Save');
    resolve();
    await flushPromises();
    expect(sent).toBe(1);
    expect(runtime.said).toEqual(['Saved.']);
    expect(dialog.emitted('saved')).toHaveLength(1);
    dialog.unmount();
  });

  it('shows why it was refused, and stays open', async () => {
    const { dialog } = await open(() => Promise.reject(new Error('The name is taken.')));
    await press('Save');
    expect(document.body.textContent).toContain('The name is taken.');
    expect(dialog.emitted('saved')).toBeUndefined();
    dialog.unmount();
  });
});

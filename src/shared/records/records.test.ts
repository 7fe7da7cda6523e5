import { afterEach, describe, expect, it } from 'vitest';
import { flushPromises } from '@vue/test-utils';
import { reactive } from 'vue';
import { ApiError } from '../http/index.ts';
import { mountShared } from '../testing/mount-shared.ts';
import EditDrawer from './EditDrawer.vue';
import { useEditConflict, type Seen } from './use-edit-conflict.ts';

interface Post extends Seen {
  readonly postName: string;
  readonly remark: string;
  readonly users?: number;
}

const opened: Post = { postName: 'Dev', remark: 'old', updateTime: 't1' };
const formOf = (post: Post | undefined) => ({ postName: post?.postName ?? '', remark: post?.remark ?? '' });

function changed(record: Post): ApiError {
  const details = { record, changedBy: 'Ada', changedAt: record.updateTime };
  return new ApiError({ code: 'CHANGED_MEANWHILE', status: 409, message: 'changed', details });
}

/** A form that is open, and a server whose record is `stored`. */
function editing(stored: Post) {
  const form = reactive(formOf(undefined));
  const conflict = useEditConflict<Post, ReturnType<typeof formOf>>(() => form, formOf);
  const sent: object[] = [];
  const send = async (seen: Seen): Promise<void> => {
    if (seen.updateTime !== stored.updateTime) throw changed(stored);
    sent.push({ ...form, ...seen });
  };
  conflict.begin(opened);
  return { form, conflict, sent, send };
}

describe('design 12.1-3: a form of a record that somebody else has changed', () => {
  it('keeps what was typed, follows what was not, and asks for both', async () => {
    const stored = { postName: 'Developer', remark: 'new', updateTime: 't2' };
    const { form, conflict, sent, send } = editing(stored);
    form.postName = 'Maker';
    await expect(conflict.save(send)).rejects.toThrow('changed');
    expect({ ...form }).toEqual({ postName: 'Maker', remark: 'new' });
    expect(conflict.found.value).toEqual({
      by: 'Ada',
      at: 't2',
      fields: [
        { key: 'postName', mine: 'Maker', theirs: 'Developer' },
        { key: 'remark', mine: 'old', theirs: 'new' },
      ],
    });
    conflict.choose('remark', 'old');
    await conflict.save(send);
    expect(sent).toEqual([{ postName: 'Maker', remark: 'old', updateTime: 't2' }]);
    expect(conflict.found.value).toBeUndefined();
  });

  it('saves at once where the change is nothing that the form shows', async () => {
    const { form, conflict, sent, send } = editing({ ...opened, users: 3, updateTime: 't2' });
    form.remark = 'mine';
    await conflict.save(send);
    expect(sent).toEqual([{ postName: 'Dev', remark: 'mine', updateTime: 't2' }]);
  });

  it('does not ask where both have typed the same', async () => {
    const { form, conflict, sent, send } = editing({ ...opened, remark: 'same', updateTime: 't2' });
    form.remark = 'same';
    await conflict.save(send);
    expect(sent).toEqual([{ postName: 'Dev', remark: 'same', updateTime: 't2' }]);
  });

  it('leaves other failures alone', async () => {
    const { conflict } = editing(opened);
    const failure = new ApiError({ code: 'POST_CODE_TAKEN', status: 409, message: 'taken' });
    await expect(conflict.save(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(conflict.found.value).toBeUndefined();
  });
});

describe('the drawer of a record', () => {
  afterEach(() => (document.body.innerHTML = ''));

  it('shows both versions of each field, and saves the chosen ones', async () => {
    const stored = { postName: 'Developer', remark: '', updateTime: 't2' };
    const draft = reactive(formOf(undefined));
    const sent: object[] = [];
    const save = async (seen: Seen): Promise<void> => {
      if (seen.updateTime !== 't2') throw changed(stored);
      sent.push({ ...draft, ...seen });
    };
    const labels = { postName: 'Name', remark: 'Remark' };
    const props = { modelValue: true, title: 'Edit', record: opened, draft, formOf, labels, save };
    const wrapper = mountShared(EditDrawer, { props });
    await flushPromises();
    expect({ ...draft }).toEqual(formOf(opened));
    draft.postName = 'Maker';

    const submit = async (): Promise<void> => {
      document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
      await flushPromises();
    };
    await submit();
    const panel = document.querySelector('.edit-conflict');
    expect(panel?.querySelector('p')?.textContent).toContain('Ada has changed this as well');
    const groups = [...(panel?.querySelectorAll('fieldset') ?? [])];
    expect(groups.map((group) => group.textContent)).toEqual([
      'NameMineMakerTheirsDeveloper',
      'RemarkMineoldTheirs(empty)',
    ]);
    const chosen = () =>
      groups.map((group) => [...group.querySelectorAll('input')].findIndex(({ checked }) => checked));
    expect(chosen()).toEqual([0, 1]);
    const allTheirs = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'Take all of theirs',
    );
    allTheirs?.click();
    await flushPromises();
    expect(chosen()).toEqual([1, 1]);
    await submit();
    expect(sent).toEqual([{ postName: 'Developer', remark: '', updateTime: 't2' }]);
    expect(wrapper.emitted('update:modelValue')).toEqual([[false]]);
    wrapper.unmount();
  });
});

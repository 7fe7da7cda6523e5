import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { Storage } from '../api/files-api.ts';
import messages from '../i18n/en-US.ts';
import StorageDrawer from './StorageDrawer.vue';

const words = messages.storages;
const storage = (more: Partial<Storage> = {}) =>
  ({
    ...{ ossConfigId: 3, configKey: 'main', storageType: 's3', status: 1, region: 'eu', bucket: 'files' },
    ...{ endpoint: 'https://s3.eu.amazonaws.com', privateBucket: null, accessKey: 'key', hasSecretKey: true },
    ...{ prefix: null, publicUrl: null, publicEndpoint: null, pathStyle: false, remark: 'Old' },
    ...{ updateTime: '2026-11-24T10:00:00.000Z', ...more },
  }) as unknown as Storage;

let unmount: (() => void) | undefined;
afterEach(() => unmount?.());

async function opened(of?: Storage) {
  const api = {
    add: vi.fn(async (_name: string, _input: object) => ({ ossConfigId: 4 })),
    edit: vi.fn(async (_id: number, _input: object) => undefined),
  };
  const { page } = await mountPage(StorageDrawer, {
    messages: { files: messages },
    props: { modelValue: false, storage: of, api },
    http: {},
  });
  unmount = () => page.unmount();
  await page.setProps({ modelValue: true } as object);
  await flushPromises();
  const drawer = document.querySelector<HTMLElement>('.el-drawer');
  const input = (label: string) =>
    [...(drawer?.querySelectorAll<HTMLElement>('.el-form-item') ?? [])]
      .find((each) => each.querySelector('.el-form-item__label')?.textContent.trim() === label)
      ?.querySelector('input');
  const type = async (label: string, text: string) => {
    const field = input(label);
    if (!field) throw new Error(`There is no field "${label}".`);
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await flushPromises();
  };
  const choose = async (label: string) => {
    input(words.provider)?.click();
    await flushPromises();
    [...document.querySelectorAll<HTMLElement>('.el-select-dropdown__item')]
      .find((each) => each.textContent.trim() === label)
      ?.click();
    await flushPromises();
  };
  const save = async () => {
    drawer?.querySelector('form')?.requestSubmit();
    await flushPromises();
  };
  const wrong = (...texts: string[]) =>
    vi.waitFor(() => {
      const found = [...(drawer?.querySelectorAll('.el-form-item__error') ?? [])];
      expect(found.map((each) => each.textContent.trim())).toEqual(texts);
    });
  const isReady = () => drawer?.querySelector<HTMLButtonElement>('[type=submit]')?.disabled === false;
  return { page, api, drawer, input, type, choose, save, wrong, isReady };
}

it('adds a storage of MinIO with what its storages have in common', async () => {
  const { page, api, input, type, save, isReady } = await opened();
  expect(input(words.field.endpoint)?.placeholder).toBe('http://minio:9000');
  expect(input(words.field.bucket)?.placeholder).toBe('');
  expect(isReady()).toBe(false);
  await type(words.name, 'main');
  expect(isReady()).toBe(false);
  await type(words.field.bucket, 'files');
  expect(isReady()).toBe(true);
  await type(words.name, '');
  expect(isReady()).toBe(false);
  await type(words.name, 'main');
  await save();
  await vi.waitFor(() => expect(page.emitted('saved')).toEqual([['main']]));
  expect(api.edit).not.toHaveBeenCalled();
  expect(api.add).toHaveBeenCalledExactlyOnceWith(
    'main',
    expect.objectContaining({ storageType: 's3', region: 'us-east-1', pathStyle: true, bucket: 'files' }),
  );
  expect(api.add.mock.calls[0]?.[1]).not.toHaveProperty('secretKey');
});

it('sends the secret key that was typed', async () => {
  const { api, type, save } = await opened();
  await type(words.name, 'main');
  await type(words.field.bucket, 'files');
  await type(words.field.secretKey, 'Violet-Kettle');
  await save();
  await vi.waitFor(() => expect(api.add.mock.calls[0]?.[1]).toMatchObject({ secretKey: 'Violet-Kettle' }));
});

it('asks of a disk of the host for a name alone', async () => {
  const { api, input, type, choose, save, isReady } = await opened();
  await choose(messages.preset.local);
  expect(input(words.field.bucket)).toBeUndefined();
  expect(input(words.field.secretKey)).toBeUndefined();
  await type(words.name, 'disk');
  expect(isReady()).toBe(true);
  await save();
  await vi.waitFor(() =>
    expect(api.add).toHaveBeenCalledWith('disk', expect.objectContaining({ storageType: 'local' })),
  );
});

it('takes over the region and the form of addresses of another provider', async () => {
  const { api, type, choose, save } = await opened();
  await choose(messages.preset.s3);
  await type(words.name, 'cloud');
  await type(words.field.bucket, 'files');
  await save();
  await vi.waitFor(() => expect(api.add.mock.calls[0]?.[1]).toMatchObject({ region: '', pathStyle: false }));
});

it('says how names, addresses and prefixes are written', async () => {
  const { api, type, save, wrong } = await opened();
  await type(words.name, 'Main');
  await type(words.field.bucket, 'files');
  await type(words.field.endpoint, 'minio:9000');
  await type(words.field.prefix, 'platform');
  await type(words.field.publicEndpoint, 'files.example');
  await save();
  const { name, address, prefix } = words.wrong;
  await wrong(name, address, prefix, address);
  expect(api.add).not.toHaveBeenCalled();
});

it('changes a storage but its name, with what was seen of it, and keeps its secret key', async () => {
  const { api, input, type, save } = await opened(storage());
  expect(input(words.name)?.disabled).toBe(true);
  expect(input(words.provider)?.closest('.el-select')?.textContent).toContain(messages.preset.s3);
  expect(input(words.field.secretKey)?.placeholder).toBe(words.secretStays);
  await type(words.field.region, 'us');
  await save();
  await vi.waitFor(() => expect(api.edit).toHaveBeenCalledOnce());
  expect(api.edit.mock.calls[0]).toEqual([
    3,
    expect.objectContaining({
      ...{ region: 'us', bucket: 'files', accessKey: 'key', pathStyle: false, remark: 'Old' },
      ...{ storageType: 's3', updateTime: '2026-11-24T10:00:00.000Z' },
    }),
  ]);
  expect(api.edit.mock.calls[0]?.[1]).not.toHaveProperty('secretKey');
});

it('says nothing of a secret key that a storage does not have', async () => {
  const { input } = await opened(storage({ hasSecretKey: false }));
  expect(input(words.field.secretKey)?.placeholder).toBe('');
});

import { testApplication } from '@platform/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { HelloItemMapper } from '../mapper/hello-item.mapper.ts';
import { HelloItemServiceImpl } from '../service/impl/hello-item.service-impl.ts';
import { HelloItemController } from './hello-item.controller.ts';

const start = () =>
  testApplication({
    root: import.meta.dirname,
    classes: [HelloItemController, HelloItemServiceImpl, HelloItemMapper],
  });

it('shows the items of the migrations to permitted users', async () => {
  await using app = await start();
  const as = { permissions: ['hello:item:list'] };
  expect(await app.get('/hello/item/list', { as })).toMatchObject({ status: 200, data: { total: 2 } });
  expect(await app.get('/hello/item/list', { as: {} })).toMatchObject({ status: 403 });
  expect(await app.get('/hello/item/list')).toMatchObject({ status: 401 });
});

it('counts added items', async () => {
  await using app = await start();
  const as = { permissions: ['hello:item:list', 'hello:item:add'] };
  const body = { title: 'Write a test', status: 'done' };
  expect(await app.post('/hello/item', { as, body })).toMatchObject({ status: 200, data: body });
  const { data } = await app.get<Array<{ status: string; total: number }>>('/hello/item/count', { as });
  expect(data.reduce((sum, { total }) => sum + total, 0)).toBe(3);
  expect(await app.post('/hello/item', { as, body: { title: '' } })).toMatchObject({ status: 400 });
});

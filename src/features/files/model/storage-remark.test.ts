import { expect, it } from 'vitest';
import { storageRemark } from './storage-remark.ts';

it('translates remarks of the first storages, unless an operator has changed them', () => {
  const local = { configKey: 'local', remark: 'The upload folder of the data directory' };
  expect(storageRemark(local, 'zh-CN')).toBe('数据目录中的上传文件夹');
  expect(storageRemark(local, 'en-US')).toBe(local.remark);
  expect(storageRemark({ ...local, remark: 'Disk 2' }, 'zh-CN')).toBe('Disk 2');
  expect(storageRemark({ ...local, configKey: 'mine' }, 'zh-CN')).toBe(local.remark);
});

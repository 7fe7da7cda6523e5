import { expect, it } from 'vitest';
import { PRESETS, presetOf } from './storage-presets.ts';

it.each([
  ['local', null, 'local'],
  ['s3', 'https://s3.eu-central-1.amazonaws.com', 's3'],
  ['s3', 'https://abc.r2.cloudflarestorage.com', 'r2'],
  ['s3', 'https://oss-cn-hangzhou.aliyuncs.com', 'oss'],
  ['s3', 'http://minio:9000', 'minio'],
  ['s3', 'https://amazonaws.com.example.org', 'other'],
  ['s3', 'nonsense', 'other'],
] as const)('a storage of type %s at %s is at %s', (storageType, endpoint, name) =>
  expect(presetOf({ storageType, endpoint })).toBe(name),
);

it('has no preset twice, and none that its own hint would not be recognized by', () => {
  const names = PRESETS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, values, hint } of PRESETS) {
    expect(
      presetOf({ storageType: values.storageType ?? 's3', endpoint: hint.replace('<account>', 'a') }),
    ).toBe(name);
  }
});

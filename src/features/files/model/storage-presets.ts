import type { StorageInput } from '../api/files-api.ts';

export type PresetName = 'local' | 'minio' | 's3' | 'r2' | 'oss' | 'other';

/** Settings shared by a provider's storages; `hint` shows the form of its address. */
export interface Preset {
  readonly name: PresetName;
  readonly values: Partial<StorageInput>;
  readonly hint: string;
}

export const PRESETS: readonly Preset[] = [
  { name: 'local', values: { storageType: 'local', pathStyle: true }, hint: '' },
  {
    name: 'minio',
    values: { storageType: 's3', region: 'us-east-1', pathStyle: true },
    hint: 'http://minio:9000',
  },
  {
    name: 's3',
    values: { storageType: 's3', pathStyle: false },
    hint: 'https://s3.eu-central-1.amazonaws.com',
  },
  {
    name: 'r2',
    values: { storageType: 's3', region: 'auto', pathStyle: true },
    hint: 'https://<account>.r2.cloudflarestorage.com',
  },
  {
    name: 'oss',
    values: { storageType: 's3', pathStyle: false },
    hint: 'https://oss-cn-hangzhou.aliyuncs.com',
  },
  { name: 'other', values: { storageType: 's3', pathStyle: true }, hint: 'https://…' },
];

/** The provider that a storage is at, by its address. */
export function presetOf(storage: Pick<StorageInput, 'storageType' | 'endpoint'>): PresetName {
  if (storage.storageType === 'local') return 'local';
  const host = hostOf(storage.endpoint ?? '');
  if (host.endsWith('.amazonaws.com')) return 's3';
  if (host.endsWith('.r2.cloudflarestorage.com')) return 'r2';
  if (host.endsWith('.aliyuncs.com')) return 'oss';
  return host.includes('minio') ? 'minio' : 'other';
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '');

import { LocalStorage, type LocalStorageConfig } from './local-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import type { S3StorageConfig } from './s3-storage.ts';

export type ObjectStorageConfig = LocalStorageConfig | S3StorageConfig;

/**
 * The storage that a configuration names; connects when it is first used. What speaks S3 is loaded
 * only where one does.
 */
export async function createObjectStorage(config: ObjectStorageConfig): Promise<ObjectStorage> {
  if (config.type === 'local') return new LocalStorage(config);
  const { S3Storage } = await import('./s3-storage.ts');
  return new S3Storage(config);
}

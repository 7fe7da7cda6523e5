export { prefixedKey } from './keys.ts';
export { LocalStorage } from './local-storage.ts';
export { createObjectStorage, type ObjectStorageConfig } from './create.ts';
export type { ObjectStorage } from './object-storage.ts';

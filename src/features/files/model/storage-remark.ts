import { seededName } from '@/shared/i18n/seeded-name.ts';
import type { Storage } from '../api/files-api.ts';

/** Chinese remarks of the storages that are there from the start, by name. */
const CHINESE = {
  local: ['The upload folder of the data directory', '数据目录中的上传文件夹'],
  s3: ['Any object storage with an S3 API', '任何提供 S3 接口的对象存储'],
} as const;

/** The remark of a storage. One that an operator has changed is not translated. */
export const storageRemark = (
  { configKey, remark }: Pick<Storage, 'configKey' | 'remark'>,
  locale: string,
): string | null => seededName(CHINESE, configKey, remark, locale);

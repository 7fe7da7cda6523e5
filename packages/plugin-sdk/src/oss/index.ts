export {
  OssService,
  type ByteRange,
  type ObjectVisibility,
  type StoredObject,
  type UploadOptions,
} from './oss-service.ts';

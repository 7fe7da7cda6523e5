export { OssService, type ByteRange, type StoredObject } from './oss-service.ts';

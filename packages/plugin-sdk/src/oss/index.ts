export { OssService, type StoredObject } from './oss-service.ts';

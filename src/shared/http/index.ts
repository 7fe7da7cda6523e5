export { ApiError, isAborted, type ErrorDetail } from './api-error.ts';
export {
  createHttpClient,
  isApiError,
  type HttpClient,
  type RequestOptions,
  type SessionPort,
  type UploadOptions,
} from './client.ts';
export { unwrap, checkEnvelope, type Page, type PageQuery } from './envelope.ts';
export type { ServerEvent } from './event-parser.ts';
export type { EventStreamOptions } from './event-stream.ts';
export type { UploadProgress } from './upload-progress.ts';
export { httpKey, useHttp } from './use-http.ts';

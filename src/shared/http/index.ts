export { exportAddress } from './export-address.ts';
export { ApiError, findingsIn, isAborted, type ErrorDetail } from './api-error.ts';
export { createHttpClient, isApiError, type HttpClient } from './client.ts';
export { isEnvelope, unwrap, type Page, type PageQuery } from './envelope.ts';
export type { EventStreamOptions, ServerEvent } from './event-stream.ts';
export { pause } from './pause.ts';
export type { UploadProgress } from './upload-progress.ts';
export { httpKey, useHttp } from './use-http.ts';

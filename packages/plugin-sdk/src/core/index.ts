export { PlatformError, type PlatformErrorOptions } from './platform-error.ts';
export { R, type Page, type PageQuery } from './result.ts';

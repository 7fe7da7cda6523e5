export { createLogging, loggingOptionsOf } from './create.ts';

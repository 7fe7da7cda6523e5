export { Log } from './log.ts';
export { Logger, type LogFields } from './logger.ts';

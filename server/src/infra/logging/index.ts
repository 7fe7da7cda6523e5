export { createLogging, loggingOptionsOf } from './create.ts';
export { LOG_DISK } from './disk-guard.ts';
export { LOG_LEVELS, LogLevels, type LoggerLevel, type LogThreshold } from './levels.ts';
export { LIVE_LINES, LiveLines } from './live-lines.ts';
export { MASK, namesSecret } from './mask-secrets.ts';

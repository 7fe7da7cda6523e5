export { createLogging, loggingOptionsOf, type Logging, type LoggingOptions } from './create.ts';
export { LOG_LEVELS, LogLevels, ROOT_LOGGER, type LoggerLevel, type LogLevel } from './levels.ts';
export { maskSecrets } from './mask-secrets.ts';

export {
  createLogging,
  LOG_LEVELS,
  LogLevels,
  loggingOptionsOf,
  maskSecrets,
  ROOT_LOGGER,
  type LoggerLevel,
  type Logging,
  type LoggingOptions,
  type LogLevel,
} from './logging/index.ts';

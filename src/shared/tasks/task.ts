export type {
  FailedOperation,
  FailedVersion,
  OperationFailure,
  StartedTask,
  Task,
  TaskStep,
} from '@platform/host-api';

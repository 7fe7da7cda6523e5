export type {
  JobExecutor,
  JobRun,
  JobRunRecord,
  JobRunStatus as RunStatus,
  JobTask,
  PlannedTask,
  RunDuration,
  SchedulerCalendar,
  SchedulerCenter,
} from '@platform/host-api';
import type { JobTaskInput as Fields } from '@platform/host-api';

/** The form states every field, where the host would take its default for a missing one. */
export type JobTaskInput = Required<Omit<Fields, 'params'>> & Pick<Fields, 'params'>;

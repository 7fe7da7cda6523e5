export type TimelineStatus = 'pending' | 'running' | 'succeeded' | 'failed' | 'skipped';

export interface TimelineStep {
  name: string;
  /** In the person's language. */
  label: string;
  status: TimelineStatus;
  durationMs?: number;
}

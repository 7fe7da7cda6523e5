import { useI18n } from 'vue-i18n';
import type { FailedOperation, Task } from './task.ts';

/** Words for the server's codes; an unknown code is shown as it is. */
export interface TaskWords {
  kind: (kind: string) => string;
  step: (name: string) => string;
  loadStage: (name: string) => string;
  /** "Upgrade hello to 1.1.0". */
  title: (task: Pick<Task, 'kind' | 'appCode' | 'version'>) => string;
  /** "The upgrade to 1.1.0 failed"; for an unknown operation "The last operation failed". */
  failed: (operation: Pick<FailedOperation, 'kind' | 'version'> | undefined) => string;
  /** "Upgrade failed". */
  failedShort: (operation: Pick<FailedOperation, 'kind'> | undefined) => string;
}

export function useTaskWords(): TaskWords {
  const i18n = useI18n();
  const known = (key: string, fallback: string) => (i18n.te(key) ? i18n.t(key) : fallback);
  const kind = (name: string) => known(`shared.task.kind.${name}`, name);
  return {
    kind,
    step: (name) => known(`shared.task.step.${name}`, name),
    loadStage: (name) => known(`shared.task.loadStage.${name}`, name),
    failed: (operation) =>
      operation && i18n.te(`shared.task.failed.${operation.kind}`)
        ? i18n.t(`shared.task.failed.${operation.kind}`, { version: operation.version ?? '' })
        : i18n.t('shared.task.failed.unknown'),
    failedShort: (operation) =>
      operation
        ? i18n.t('shared.task.failedShort', { kind: kind(operation.kind) })
        : i18n.t('shared.state.failed'),
    title: ({ kind: name, appCode, version }) =>
      [kind(name), appCode, version].filter((part) => part !== null && part !== undefined).join(' '),
  };
}

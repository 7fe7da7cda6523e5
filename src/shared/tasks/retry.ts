import type { HttpClient } from '../http/index.ts';
import type { StartedTask, Task } from './task.ts';

/**
 * The permission that starting a failed task again needs; undefined for kinds that are not
 * repeated from their record alone.
 */
export function retryPermission(task: Pick<Task, 'kind' | 'status'>): string | undefined {
  if (task.status !== 'failed') return undefined;
  if (task.kind === 'install') return 'app:install:add';
  return task.kind === 'upgrade' ? 'app:install:edit' : undefined;
}

interface InstallRef {
  installId: number;
}

/** Starts the operation of a failed task again, towards the same version. */
export async function retryTask(
  http: HttpClient,
  task: Pick<Task, 'kind' | 'appCode' | 'version'>,
): Promise<StartedTask> {
  const { appCode } = task;
  const options = { params: { async: true } };
  const version = task.version ? { version: task.version } : {};
  if (task.kind === 'install') {
    return http.post<StartedTask>('/app/install', { appCode, ...version }, options);
  }
  const query = { appCode };
  const [install] = (await http.list<InstallRef>('/app/install/list', query)).rows;
  if (!install) return http.post<StartedTask>('/app/install', { appCode, ...version }, options);
  return http.post<StartedTask>(`/app/install/${install.installId}/upgrade`, version, options);
}

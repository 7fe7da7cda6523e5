import type { EventStreamOptions, HttpClient, Page, PageQuery } from '../http/index.ts';
import type { OperationPlan, PlannedRequest } from './operation-plan.ts';
import type { Task } from './task.ts';

export interface TaskQuery extends Partial<PageQuery> {
  status?: string;
  appCode?: string;
}

/** The task endpoints (design 2.3). */
export function createTasksApi(http: HttpClient) {
  return {
    list: (query: TaskQuery, signal?: AbortSignal): Promise<Page<Task>> =>
      http.list<Task>('/app/task/list', query, signal ? { signal } : {}),
    get: (taskId: number, signal?: AbortSignal) =>
      http.get<Task>(`/app/task/${taskId}`, signal ? { signal } : {}),
    plan: (request: PlannedRequest, signal: AbortSignal) =>
      request.action === 'deploy'
        ? http.get<OperationPlan>(`/app/version/${request.versionId}/plan`, { signal })
        : http.post<OperationPlan>('/app/install/plan', request, { signal }),
    stream: (taskId: number, options: EventStreamOptions) =>
      http.stream(`/app/task/${taskId}/stream`, options),
  };
}

export type TasksApi = ReturnType<typeof createTasksApi>;

export { mountView } from './mount-view.ts';
export type { MountedView } from './mount-view.ts';
export { createTestUiServices } from './test-ui-services.ts';
export { createTestRuntime } from './test-runtime.ts';
export type { TestRuntime, TestRuntimeOptions } from './test-runtime.ts';
export type { AnswerRequest } from './test-request.ts';

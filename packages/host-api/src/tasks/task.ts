import { Type } from 'typebox';
import { nullable, nullableText, oneOf, OpenObject, type DataOf } from '../contract/index.ts';

export const TaskStatusSchema = oneOf('running', 'succeeded', 'failed');

export const TaskKindSchema = oneOf(
  'install',
  'upgrade',
  'uninstall',
  'deploy',
  'enable',
  'disable',
  'rollback',
);

/** How far another host is with a step that all hosts take. (design 10.4, 10.7-7) */
export const StepHostSchema = Type.Object({
  nodeId: Type.String(),
  machine: Type.String(),
  address: Type.String(),
  state: oneOf('waiting', 'done', 'failed'),
  /** Why it failed. */
  message: nullableText(),
});

export const TaskStepSchema = Type.Object({
  name: Type.String(),
  status: oneOf('pending', 'running', 'succeeded', 'failed'),
  startedAt: nullableText(),
  durationMs: nullable(Type.Integer()),
  /** The other hosts, where they take part. */
  hosts: Type.Optional(Type.Array(StepHostSchema)),
});

/** Values of a message, for a translation of it. `case` tells sentences of one code apart. */
export const MessageParamsSchema = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]));

/** Why a task failed: where, why, and what to do. (design 4.4) */
export const TaskFailureSchema = Type.Object({
  stage: Type.String(),
  code: Type.String(),
  message: Type.String(),
  fix: nullableText(),
  /** Stage of loading the backend, where the load failed. (design 9.4-17) */
  loadStage: Type.Optional(Type.String()),
  params: Type.Optional(MessageParamsSchema),
});

/** The operation that a failure ended. */
export const FailedOperationSchema = Type.Object({
  kind: TaskKindSchema,
  version: nullableText(),
  taskId: Type.Integer(),
  at: Type.String(),
});

/** A failure with its operation, as an installation's record keeps it. */
export const OperationFailureSchema = Type.Object({
  ...TaskFailureSchema.properties,
  /** Absent in records of earlier hosts. */
  operation: Type.Optional(FailedOperationSchema),
});

/** A version that failed to run here. */
export const FailedVersionSchema = Type.Object({
  ...FailedOperationSchema.properties,
  version: Type.String(),
  code: Type.String(),
  message: Type.String(),
  params: Type.Optional(MessageParamsSchema),
});

/** An operation on an application, as the host journals it. (design 4.4) */
export const TaskSchema = Type.Object({
  taskId: Type.Integer(),
  appCode: Type.String(),
  kind: TaskKindSchema,
  version: nullableText(),
  status: TaskStatusSchema,
  currentStep: nullableText(),
  /** 0 to 100. */
  progress: Type.Integer(),
  logText: Type.String(),
  steps: Type.Array(TaskStepSchema),
  report: nullable(OpenObject),
  failure: nullable(TaskFailureSchema),
  actor: nullableText(),
  createTime: Type.String(),
  updateTime: Type.String(),
});

/** The answer of an operation: its TaskSchema, and with `?async=false` the fields of its report. */
export const StartedTaskSchema = Type.Unsafe<Readonly<Record<string, unknown>> & { readonly taskId: number }>(
  {
    type: 'object',
    properties: { taskId: { type: 'integer' } },
    required: ['taskId'],
    additionalProperties: true,
  },
);

export type TaskStatus = DataOf<typeof TaskStatusSchema>;
export type TaskKind = DataOf<typeof TaskKindSchema>;
export type StepHost = DataOf<typeof StepHostSchema>;
export type TaskStep = DataOf<typeof TaskStepSchema>;
export type TaskFailure = DataOf<typeof TaskFailureSchema>;
export type FailedOperation = DataOf<typeof FailedOperationSchema>;
export type OperationFailure = DataOf<typeof OperationFailureSchema>;
export type FailedVersion = DataOf<typeof FailedVersionSchema>;
export type Task = DataOf<typeof TaskSchema>;
export type StartedTask = DataOf<typeof StartedTaskSchema>;

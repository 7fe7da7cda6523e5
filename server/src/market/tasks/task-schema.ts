import { Type } from '../../kernel/index.ts';
import { nullable, text } from '../schemas.ts';

export const failureSchema = Type.Object({
  stage: Type.String(),
  code: Type.String(),
  message: Type.String(),
  fix: text,
  loadStage: Type.Optional(Type.String()),
  params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
});

/** Of an installation's record: with the operation that failed. */
export const operationFailureSchema = Type.Object({
  ...failureSchema.properties,
  operation: Type.Optional(
    Type.Object({ kind: Type.String(), version: text, taskId: Type.Integer(), at: Type.String() }),
  ),
});

/** A version that was tried in vain. */
export const failedVersionSchema = Type.Object({
  kind: Type.String(),
  version: Type.String(),
  taskId: Type.Integer(),
  at: Type.String(),
  code: Type.String(),
  message: Type.String(),
});

/** A task as `/app/task` answers it. */
export const taskSchema = Type.Object({
  taskId: Type.Integer(),
  appCode: Type.String(),
  kind: Type.String(),
  version: text,
  status: Type.String(),
  currentStep: text,
  progress: Type.Integer(),
  logText: Type.String(),
  steps: Type.Array(
    Type.Object({
      name: Type.String(),
      status: Type.String(),
      startedAt: text,
      durationMs: nullable(Type.Integer()),
    }),
  ),
  report: nullable(Type.Object({}, { additionalProperties: true })),
  failure: nullable(failureSchema),
  actor: text,
  createTime: Type.String(),
  updateTime: Type.String(),
});

import { Type, type TSchema } from '../kernel/index.ts';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const text = nullable(Type.String());
export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** `?async=true`: answer at once with the task's id. (design 2.3) */
export const asyncQuery = Type.Object({ async: Type.Optional(Type.Boolean()) });

export const versionText = Type.String({ pattern: String.raw`^\d+\.\d+\.\d+$`, maxLength: 32 });

import { Type } from '../kernel/index.ts';
import type { Concurrency, MisfirePolicy } from './task.ts';

export const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const Misfire = Type.Unsafe<MisfirePolicy>({ type: 'string', enum: ['skip', 'run-once'] });
export const Overlap = Type.Unsafe<Concurrency>({ type: 'string', enum: ['serial', 'parallel', 'discard'] });
export const Enabled = Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] });

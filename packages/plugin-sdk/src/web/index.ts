export { Type, type Static, type TSchema } from 'typebox';
export type { Ctx, CtxLog, CtxReply, RouteSchema, UploadedFile } from './ctx.ts';
export { pageOf } from './page-of.ts';

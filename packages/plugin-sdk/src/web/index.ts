export { Type, type Static, type TSchema } from 'typebox';
export { BaseController } from './base-controller.ts';
export { Controller } from './controller.ts';
export type { Ctx, CtxLog, CtxReply, RouteSchema, UploadedFile } from './ctx.ts';
export { pageOf } from './page-of.ts';
export { RateLimit } from './rate-limit.ts';
export {
  Delete,
  Get,
  Patch,
  Post,
  Put,
  type HttpMethod,
  type RouteDecorator,
  type RouteOptions,
} from './routes.ts';

import { defineModule, type Module } from '../module.ts';
import { HTTP, HttpService } from './service.ts';

/** Collects routes while modules are set up, and builds the host's instance when all are. */
export const httpModule: Module = defineModule({
  name: 'http',
  setup(ctx) {
    const http = new HttpService(ctx.config, ctx.logger);
    ctx.provide(HTTP, http);
    ctx.onReady(() => http.ready());
    ctx.onDispose(() => http.close());
  },
});

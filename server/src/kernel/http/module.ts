import { defineModule, type Module } from '../module.ts';
import { HTTP, HttpService } from './service.ts';

/** Collects routes during set-up, then builds the host's instance. */
export const httpModule: Module = defineModule({
  name: 'http',
  setup(ctx) {
    const http = new HttpService(ctx.config, ctx.logger);
    ctx.provide(HTTP, http);
    ctx.onReady(() => http.ready());
    ctx.onDispose(() => http.close());
  },
});

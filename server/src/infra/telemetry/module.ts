import { defineModule, PLATFORM_VERSION, PlatformError, tracing, type Module } from '../../kernel/index.ts';

/**
 * Sends traces to a collector. It comes first, so that it ends last. OpenTelemetry is loaded only
 * where `telemetry.otlp.endpoint` is set. (design 11.4)
 */
export const telemetryModule: Module = defineModule({
  name: 'telemetry',
  async setup(ctx) {
    const { otlp, 'service-name': serviceName, 'sample-percent': samplePercent } = ctx.config.telemetry;
    if (otlp.endpoint === '') return;
    const url = tracesAddress(otlp.endpoint);
    const headers = headersOf(otlp.headers);
    const { openTelemetry } = await import('./open-telemetry.ts');
    const { name, edition } = ctx.config.platform;
    const telemetry = openTelemetry({
      url,
      headers,
      sampleShare: Math.min(samplePercent, 100) / 100,
      resource: {
        'service.name': serviceName,
        'service.version': PLATFORM_VERSION,
        'platform.name': name,
        'platform.edition': edition,
      },
      logger: ctx.logger,
    });
    ctx.onDispose(() => telemetry.close());
    ctx.onDispose(tracing.use(telemetry.tracer));
  },
});

function tracesAddress(endpoint: string): string {
  const url = new URL(endpoint);
  return url.pathname.endsWith('/v1/traces') ? url.href : `${url.href.replace(/\/$/, '')}/v1/traces`;
}

/** @throws CONFIG_INVALID */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim());
  return Object.fromEntries(
    pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
        throw new PlatformError({
          code: 'CONFIG_INVALID',
          message: 'telemetry.otlp.headers has a part that is not name=value.',
          fix: 'Separate several headers by commas: authorization=Bearer …,x-team=shop.',
        });
      }),
  );
}

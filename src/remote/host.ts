import { RUNTIME_API_VERSION } from '@platform/remote-app';
import { createScopedI18n } from '@platform/remote-app/host';
import { watch } from 'vue';
import { createRemoteAdapter } from './adapter/create-adapter.ts';
import { createFederationFormat } from './adapter/federation-format.ts';
import { createModuleFormat } from './adapter/module-format.ts';
import { createDevelopedFormat } from './development/developed-format.ts';
import { createDevelopment } from './development/development.ts';
import { refuseDocumentWrite } from './effects/document-write.ts';
import { createAttribution } from './effects/attribution.ts';
import { createIntrinsicsGuard } from './effects/intrinsics.ts';
import { noteObservers } from './effects/owned-observers.ts';
import { createSight } from './effects/sight.ts';
import { messageOf, RemoteError } from './errors.ts';
import { remoteHostKey } from './host-key.ts';
import { createLeaveCare } from './leaving/leave-care.ts';
import { careForRouter } from './leaving/own-guards.ts';
import { createCatalog } from './loading/catalog.ts';
import { fetchModule } from './loading/fetch-module.ts';
import { createLoader } from './loading/loader.ts';
import { remoteMessages } from './messages.ts';
import { createCommandList } from './runtime/commands.ts';
import { createDictSource } from './runtime/dict.ts';
import { createEventHub } from './runtime/events.ts';
import type { RemoteHost } from './remote-host.ts';
import { createReportLimit } from './report-limit.ts';
import type { RemoteHostServices } from './services.ts';
import { hostModules } from './sharing/host-modules.ts';
import { watchStrayErrors } from './stray-errors.ts';
import { createStyleLoader } from './styles/style-loader.ts';
import { createBootWatchdog } from './watchdog/boot-watchdog.ts';

const STACK_CALLS = 50;

/** Creates the host (design 5.2). Nothing is shared between two hosts but what containers keep on the page. */
export function createRemoteHost(services: RemoteHostServices): RemoteHost {
  // An application is found by its files in a stack, whose first ten calls may all be Vue's; before built-ins are noted.
  const errors: typeof Error & { stackTraceLimit?: number } = Error;
  errors.stackTraceLimit = Math.max(errors.stackTraceLimit ?? 0, STACK_CALLS);
  const texts = createScopedI18n(services.locale, remoteMessages);
  const catalog = createCatalog(async () => development.mark(await services.fetchApps()));
  const commands = createCommandList();
  const { nameOf } = catalog;
  const report: RemoteHost['report'] = (app, error, where, notice = false) => {
    services.report(app, error, where);
    development.thrown(app, error);
    if (notice) services.notify.error(texts.t('handlerFailed', { app: nameOf(app) }), messageOf(error));
  };
  const hub = createEventHub((name, error) =>
    report(name.split(':')[0] ?? name, error, `handler of event ${name}`),
  );
  const fetchAddress = services.fetch ?? ((input, init) => fetch(input, init));
  const warn = (text: string) => services.report(text.split(':')[0] ?? '', new Error(text), 'load');
  const styles = createStyleLoader({ fetch: fetchAddress, warn, current: () => attribution.current() });
  const development = createDevelopment({ refresh: () => loader.refresh(), styles, texts, nameOf });
  const formats = [createDevelopedFormat(development), createFederationFormat(), createModuleFormat()];
  const attribution = createAttribution((stack) => development.ownerOf(stack));
  const care = createLeaveCare({ confirm: services.confirm, texts, nameOf, report });
  const stopCare = careForRouter({ care, router: services.router }, attribution.current);
  let fighting: string | undefined;
  const sight = createSight();
  const observers = noteObservers(attribution.current);
  const mayNotify = createReportLimit();
  const watchdog = createBootWatchdog({
    ...(services.marks ? { storage: services.marks } : {}),
    onLeftOut: (code) => void tellLeftOut(code),
  });
  const guard = createIntrinsicsGuard((app, error) => report(app, error, 'intrinsics', mayNotify(app)));
  const loader = createLoader({
    catalog,
    adapter: services.adapter ?? createRemoteAdapter({ formats }),
    styles,
    shared: services.shared ?? hostModules(),
    commons: { services, hub, commands, dict: createDictSource(services.dict), care },
    fetch: fetchAddress,
    fetchModule: services.fetchModule ?? fetchModule,
    origin: window.location.origin,
    runtimeApi: RUNTIME_API_VERSION,
    warn,
    report,
    lookAfter: guard.look,
    watchdog,
    sight,
  });
  /** Under its name, where that can be had. */
  async function tellLeftOut(code: string): Promise<void> {
    await catalog.find(code).catch(() => undefined);
    services.notify.warning(texts.t('leftOut', { app: nameOf(code) }), texts.t('leftOutWhy'));
  }
  const stopLocale = watch(services.locale, (locale) => hub.emit('host:locale-changed', { locale }));
  const allowWriting = refuseDocumentWrite();
  const stopStray = watchStrayErrors(
    (app, error) => report(app, error, 'outside a component', true),
    development,
    sight.current,
  );
  const host: RemoteHost = {
    loader,
    apps: catalog.apps,
    commands,
    events: hub,
    texts,
    nameOf,
    appPage: (code) => services.appPage?.(code),
    confirm: services.confirm,
    report,
    care,
    endFight(last) {
      const seen = sight.current();
      const code = seen !== undefined && observers.has(seen) ? seen : (observers.owner() ?? seen ?? fighting);
      if (code === undefined) return;
      fighting = code;
      observers.disconnect(code);
      const message =
        'it takes parts of the frame out of the page, or hides them, as often as they are put back';
      const error = new RemoteError({ code: 'REMOTE_FRAME_TAKEN', stage: 'render', app: code, message });
      report(code, error, 'frame', last);
      const app = loader.end(code, error) ?? catalog.apps.value?.find((known) => known.code === code);
      if (app && last) watchdog.leaveOut(app);
    },
    readmit: (code) => watchdog.readmit(code),
    refresh: () => loader.refresh(),
    development,
    dispose() {
      development.dispose();
      stopLocale();
      stopStray();
      allowWriting();
      stopCare();
      observers.stop();
      styles.stop();
      guard.stop();
      watchdog.stop();
      loader.disposeAll();
    },
    install(app) {
      app.provide(remoteHostKey, host);
    },
  };
  return host;
}

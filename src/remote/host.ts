import { RUNTIME_API_VERSION } from '@platform/remote-app';
import { createScopedI18n } from '@platform/remote-app/host';
import { watch } from 'vue';
import { createRemoteAdapter } from './adapter/create-adapter.ts';
import { createFederationFormat } from './adapter/federation-format.ts';
import { createModuleFormat } from './adapter/module-format.ts';
import { createDevelopedFormat } from './development/developed-format.ts';
import { createDevelopmentServers } from './development/development-servers.ts';
import { createDevelopment } from './development/development.ts';
import { createAttribution } from './effects/attribution.ts';
import { createBodyParts } from './effects/body-parts.ts';
import { blockDocumentWrite } from './effects/document-write.ts';
import { createFrameConflict } from './frame-conflict.ts';
import { createIntrinsicsGuard } from './effects/intrinsics.ts';
import { trackObservers } from './effects/observer-owners.ts';
import { createVisibleApps } from './effects/visible-apps.ts';
import { messageOf } from './errors.ts';
import { remoteHostKey } from './host-key.ts';
import { createLeaveControl } from './leaving/leave-control.ts';
import { guardRouter } from './leaving/leave-guards.ts';
import { createCatalog } from './loading/catalog.ts';
import { fetchModule } from './loading/fetch-module.ts';
import { createLoader } from './loading/loader.ts';
import { remoteMessages } from './messages.ts';
import type { RemoteHost } from './remote-host.ts';
import { createReportLimit } from './report-limit.ts';
import { createCommandList } from './runtime/commands.ts';
import { createDictSource } from './runtime/dict.ts';
import { createEventHub } from './runtime/events.ts';
import type { RemoteHostServices } from './services.ts';
import { hostModules } from './sharing/host-modules.ts';
import { watchStrayErrors } from './stray-errors.ts';
import { createStyleLoader } from './styles/style-loader.ts';
import { createBootWatchdog } from './watchdog/boot-watchdog.ts';

/**
 * Creates the host of remote applications (design 5.2). Each part is made after the parts it uses.
 * Two hosts share nothing but what the containers themselves keep on the page.
 */
export function createRemoteHost(services: RemoteHostServices): RemoteHost {
  const { confirm, notify, router } = services;
  const fetchFile = services.fetch ?? ((input, init) => fetch(input, init));
  const texts = createScopedI18n(services.locale, remoteMessages);
  const warn = (text: string) => services.report(text.split(':')[0] ?? '', new Error(text), 'load');

  const servers = createDevelopmentServers();
  const attribution = createAttribution(servers.ownerOf);
  const catalog = createCatalog(async () => servers.mark(await services.fetchApps()));
  const { nameOf, refresh } = catalog;
  const styles = createStyleLoader({ fetch: fetchFile, warn, current: attribution.current });
  const development = createDevelopment({ servers, refresh, styles, texts, nameOf });

  const report: RemoteHost['report'] = (app, error, where, { notice } = { notice: false }) => {
    services.report(app, error, where);
    development.thrown(app, error);
    if (notice) notify.error(texts.t('handlerFailed', { app: nameOf(app) }), messageOf(error));
  };
  const notifyLeftOut = async (code: string): Promise<void> => {
    // The catalog may not be there yet, and the notice should have the application's name.
    await catalog.find(code).catch(() => undefined);
    notify.warning(texts.t('leftOut', { app: nameOf(code) }), texts.t('leftOutWhy'));
  };

  const events = createEventHub((name, error) =>
    report(name.split(':')[0] ?? name, error, `handler of event ${name}`),
  );
  const commands = createCommandList();
  const leaveControl = createLeaveControl({ confirm, texts, nameOf, report });
  const visibleApps = createVisibleApps();
  const observers = trackObservers(attribution.current);
  const shouldNotify = createReportLimit();
  const intrinsics = createIntrinsicsGuard((app, error) =>
    report(app, error, 'intrinsics', { notice: shouldNotify(app) }),
  );
  const watchdog = createBootWatchdog({
    ...(services.marks ? { storage: services.marks } : {}),
    onLeftOut: (code) => void notifyLeftOut(code),
  });
  const formats = [createDevelopedFormat(development), createFederationFormat(), createModuleFormat()];
  const dict = createDictSource(services.dict, services.locale);
  const loader = createLoader({
    catalog,
    adapter: services.adapter ?? createRemoteAdapter({ formats }),
    styles,
    shared: services.shared ?? hostModules(),
    commons: { services, hub: events, commands, dict, leaveControl },
    fetch: fetchFile,
    fetchModule: services.fetchModule ?? fetchModule,
    origin: window.location.origin,
    runtimeApi: RUNTIME_API_VERSION,
    warn,
    report,
    checkIntrinsics: intrinsics.check,
    watchdog,
    visibleApps,
  });
  const endFrameConflict = createFrameConflict({
    ...{ catalog, loader, observers, visibleApps, watchdog, report },
  });

  const stops = [
    () => development.dispose(),
    watch(services.locale, (locale) => events.emit('host:locale-changed', { locale })),
    watchStrayErrors({
      report: (app, error) => report(app, error, 'outside a component', { notice: true }),
      developed: { ownerOf: servers.ownerOf, thrown: development.thrown },
      visibleApp: visibleApps.current,
    }),
    blockDocumentWrite(),
    guardRouter({ leaveControl, router }, attribution.current),
    () => observers.stop(),
    () => styles.stop(),
    () => intrinsics.stop(),
    () => watchdog.stop(),
    () => loader.disposeAll(),
  ];
  const host: RemoteHost = {
    loader,
    apps: catalog.apps,
    commands,
    events,
    texts,
    nameOf,
    appPage: (code) => services.appPage?.(code),
    loadAgain: () => services.loadAgain?.(),
    confirm,
    report,
    leaveControl,
    bodyParts: createBodyParts(),
    asyncViews: new WeakSet(),
    endFrameConflict,
    readmit: (code) => watchdog.readmit(code),
    refresh: async () => void (await refresh()),
    development,
    dispose() {
      for (const stop of stops) stop();
    },
    install(app) {
      app.provide(remoteHostKey, host);
    },
  };
  return host;
}

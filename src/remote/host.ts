import { RUNTIME_API_VERSION } from '@platform/remote-app';
import { watch } from 'vue';
import { createFederationAdapter } from './adapter/federation-adapter.ts';
import { messageOf } from './errors.ts';
import { remoteHostKey } from './host-key.ts';
import { createCatalog } from './loading/catalog.ts';
import { createLoader } from './loading/loader.ts';
import { remoteMessages } from './messages.ts';
import { createCommandList } from './runtime/commands.ts';
import { createDictSource } from './runtime/dict.ts';
import { createEventHub } from './runtime/events.ts';
import { createScopedI18n } from './runtime/i18n.ts';
import type { RemoteHost } from './remote-host.ts';
import type { RemoteHostServices } from './services.ts';
import { hostModules } from './sharing/host-modules.ts';
import { watchStrayErrors } from './stray-errors.ts';
import { createStyleLoader } from './styles/style-loader.ts';

/** Creates the host (design 5.2). Nothing is shared between two hosts but what containers keep on the page. */
export function createRemoteHost(services: RemoteHostServices): RemoteHost {
  const texts = createScopedI18n(services.locale, remoteMessages);
  const catalog = createCatalog(() => services.fetchApps());
  const commands = createCommandList();
  const { nameOf } = catalog;
  const report: RemoteHost['report'] = (app, error, where, notice = false) => {
    services.report(app, error, where);
    if (notice) services.notify.error(texts.t('handlerFailed', { app: nameOf(app) }), messageOf(error));
  };
  const hub = createEventHub((name, error) =>
    report(name.split(':')[0] ?? name, error, `handler of event ${name}`),
  );
  const fetchAddress = services.fetch ?? ((input, init) => fetch(input, init));
  const warn = (text: string) => services.report(text.split(':')[0] ?? '', new Error(text), 'load');
  const loader = createLoader({
    catalog,
    adapter: services.adapter ?? createFederationAdapter(),
    styles: createStyleLoader({ fetch: fetchAddress, warn }),
    shared: services.shared ?? hostModules(),
    commons: { services, hub, commands, dict: createDictSource(services.dict) },
    fetch: fetchAddress,
    origin: window.location.origin,
    runtimeApi: RUNTIME_API_VERSION,
    warn,
    report,
  });
  const stopLocale = watch(services.locale, (locale) => hub.emit('host:locale-changed', { locale }));
  const stopStray = watchStrayErrors((app, error) => report(app, error, 'outside a component', true));
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
    refresh: () => loader.refresh(),
    dispose() {
      stopLocale();
      stopStray();
      loader.disposeAll();
    },
    install(app) {
      app.provide(remoteHostKey, host);
    },
  };
  return host;
}

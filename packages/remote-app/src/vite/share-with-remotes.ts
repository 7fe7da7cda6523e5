import type { Plugin } from 'vite';
import { shareFiles, type ShareFiles } from './share-files.ts';
import { sharedVersions } from './shared-versions.ts';

const FOLDER = '/_shell/shared/';

/**
 * Plugin for the shell: adds an import map and its files, so that native modules receive the
 * shell's instances of shared modules (design 5.2). Writes their versions to `shared.json`.
 */
export function shareWithRemotes(): Plugin {
  let root = '';
  let made: Promise<ShareFiles> | undefined;
  const share = () => (made ??= shareFiles(root, FOLDER));
  return {
    name: 'platform:share-with-remotes',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      for (const [address, source] of (await share()).files)
        this.emitFile({ type: 'asset', fileName: address.slice(1), source });
      const versions = JSON.stringify(sharedVersions(root));
      this.emitFile({ type: 'asset', fileName: 'shared.json', source: versions });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        share().then(({ files }) => {
          const text = files.get(request.url ?? '');
          if (text === undefined) return next();
          response.setHeader('content-type', 'text/javascript').end(text);
        }, next);
      });
    },
    async transformIndexHtml() {
      const { imports } = await share();
      const children = JSON.stringify({ imports });
      return [{ tag: 'script', attrs: { type: 'importmap' }, children, injectTo: 'head-prepend' }];
    },
  };
}

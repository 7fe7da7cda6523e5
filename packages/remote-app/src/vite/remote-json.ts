import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';
import { RUNTIME_API_VERSION } from '../version.ts';
import type { RemoteFormat } from './options.ts';
import type { RemoteProject } from './project.ts';
import { weigh, type FileSize, type SizeBudget } from './size-budget.ts';
import { settleViews, viewKeysOf } from './views.ts';

/** The build's own description beside `index.js`, read by inspector and market without running code (design 9.5-28). */
export interface RemoteDescription {
  formatVersion: 1;
  code: string;
  version: string;
  /** How it is built; who loads it tells by what the entry exports. */
  format: RemoteFormat;
  views: string[];
  /** Shared module → version range it needs of the host's. */
  shared: Record<string, string>;
  /** Range of the runtime API. */
  runtimeApi: string;
  /** File → sizes in bytes. */
  sizes: Record<string, FileSize>;
  /** What the application states that it may weigh. */
  budget: SizeBudget;
}

/** Writes `remote.json` and says what the build weighs; reads the view keys from the compiled entry and compares them with the manifest. */
export function remoteJson(project: RemoteProject, shared: Record<string, string>): Plugin {
  let found: string[] | undefined;
  return {
    name: 'platform:remote-json',
    enforce: 'post',
    transform(code, id) {
      if (id === project.entry.replaceAll('\\', '/')) found = viewKeysOf(this.parse(code));
    },
    buildEnd(error) {
      if (!error) settleViews(project, found);
      if (!project.menuViews)
        this.warn(`no app.json for ${project.code}: view keys are not compared with its menus`);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const sizes = sizesOf(bundle);
        const { report, excess } = weigh(sizes, project.budget);
        // A build that is watched is not the one that is delivered: it is not made small.
        if (!this.meta.watchMode) {
          this.info(`${project.code} ${project.version}: ${report}`);
          for (const text of excess) this.warn(text);
        }
        const description: RemoteDescription = {
          formatVersion: 1,
          code: project.code,
          version: project.version,
          format: project.format,
          views: settleViews(project, found),
          shared,
          runtimeApi: `^${RUNTIME_API_VERSION}`,
          sizes,
          budget: project.budget,
        };
        this.emitFile({
          type: 'asset',
          fileName: 'remote.json',
          source: `${JSON.stringify(description, null, 2)}\n`,
        });
      },
    },
  };
}

function sizesOf(bundle: Rollup.OutputBundle): Record<string, FileSize> {
  const measured = Object.values(bundle).map((file): [string, FileSize] => {
    const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
    return [file.fileName, { bytes: content.length, gzip: gzipSync(content).length }];
  });
  return Object.fromEntries(measured.sort(([a], [b]) => (a < b ? -1 : 1)));
}

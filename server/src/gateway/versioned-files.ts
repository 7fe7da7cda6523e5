import type { RequestListener } from 'node:http';
import type { RemoteFileRequest, RemoteFiles } from '../kernel/index.ts';

const VERSION = /^\d+\.\d+\.\d+$/;

/**
 * Leads `/remote-apps/<code>/<path>?v=<version>` to the file of exactly that version. (spec: V4;
 * design 10.7-15, 16-15)
 *
 * @param files undefined where no marketplace knows versions
 * @param serve serves the folder of remote applications
 */
export function withVersions(files: RemoteFiles | undefined, serve: RequestListener): RequestListener {
  if (!files) return serve;
  return (request, response) => {
    const asked = remoteFileOf(request.url ?? '');
    if (!asked) return serve(request, response);
    const lead = (path: string | undefined): void => {
      if (path !== undefined) request.url = addressOf(path);
      // A version's file that is nowhere must not be another version's.
      else if (asked.version !== undefined) {
        request.url = addressOf(`${asked.appCode}/~v/${asked.version}/${asked.path}`);
      }
      serve(request, response);
    };
    void files.locate(asked).then(lead, () => lead(undefined));
  };
}

const addressOf = (path: string): string =>
  `/remote-apps/${path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')}`;

/** Target of a URL; undefined for one that is left as it is. */
export function remoteFileOf(url: string): RemoteFileRequest | undefined {
  const match = /^\/remote-apps\/([a-z][\w-]*)\/(?:~\d+\/)?([^?~][^?]*)(?:\?(.*))?$/.exec(url);
  if (!match) return undefined;
  const [, appCode = '', written = '', query = ''] = match;
  const path = decoded(written);
  if (path === undefined || !path.split('/').every((name) => /^[^.\\\0][^\\\0]*$/.test(name)))
    return undefined;
  const version = new URLSearchParams(query).get('v') ?? '';
  return { appCode, path, version: VERSION.test(version) ? version : undefined };
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

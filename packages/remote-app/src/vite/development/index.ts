import type { Plugin } from 'vite';
import type { RemoteProject } from '../project.ts';
import { developmentImports, developmentModules } from './modules.ts';
import { developmentServer } from './server.ts';

/** What serves an application's sources, module by module, to the shell of a host for development (design 5.4). */
export function development(project: RemoteProject): Plugin[] {
  return [developmentServer(project), developmentModules(project), developmentImports()];
}

import type { Plugin } from 'vite';
import type { RemoteProject } from '../project.ts';
import { developmentImports, developmentModules } from './modules.ts';
import { developmentServer } from './server.ts';

/** Plugins that serve an application's sources to the shell of a development host (design 5.4). */
export function development(project: RemoteProject): Plugin[] {
  return [developmentServer(project), developmentModules(project), developmentImports()];
}

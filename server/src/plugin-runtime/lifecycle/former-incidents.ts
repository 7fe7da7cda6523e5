import { join } from 'node:path';
import { serviceToken } from '../../kernel/index.ts';
import type { StackFrame, WorkerIncident } from '../../supervisor/index.ts';
import type { ActivePlugins } from '../active-plugins/active-plugins.ts';
import type { IncidentFacts } from '../contract/incidents.ts';
import { OWN_FRAME, SourceMaps } from '../contract/source-maps.ts';
import { readJar } from '../jar/read-jar.ts';

/** Ends of earlier processes of this host, which no process has recorded yet. */
export const FORMER_INCIDENTS = serviceToken<readonly WorkerIncident[]>('former incidents');

interface OwnFrame extends StackFrame {
  readonly application: string;
  readonly version: string;
}

/**
 * Names the culprit of an earlier process's end: the application of the innermost frame, else that
 * of the in-flight request, else the one inside whose turn it stood still, else nobody, with those
 * at work as suspects. (design 10.7-4, 10.7-10)
 *
 * @param activePlugins tells the jars, whose source maps give the place
 */
export async function factsOf(
  incident: WorkerIncident,
  activePlugins: ActivePlugins,
): Promise<IncidentFacts> {
  const { kind, frames, underWay } = incident;
  const common = {
    kind,
    what: incident.message,
    at: new Date(incident.at),
    pid: incident.pid,
    durationMs: incident.durationMs,
    requestId: underWay?.requestId,
  };
  const own = frames.flatMap((frame) => ownFrame(frame) ?? []);
  const [innermost] = own;
  const outermost = own.at(-1);
  if (innermost !== undefined && outermost !== undefined) {
    return {
      ...common,
      application: innermost.application,
      version: innermost.version,
      function: innermost.function || undefined,
      place: await placeOf(innermost, activePlugins),
      caller: outermost === innermost ? undefined : await placeOf(outermost, activePlugins),
    };
  }
  // Compiled code, as that of a schema, is in no file.
  const top = frames.find(({ url }) => url !== '') ?? frames[0];
  if (underWay?.application !== undefined && top !== undefined) {
    return {
      ...common,
      application: underWay.application,
      function: top.function || undefined,
      place: top.url === '' ? undefined : `${top.url}:${top.line}:${top.column}`,
    };
  }
  // Native code answers no question, but the watcher has seen whose turn it is.
  if (frames.length === 0 && incident.inside !== undefined)
    return { ...common, application: incident.inside };
  // Nobody in the process has a part in an end from outside.
  return { ...common, suspects: kind === 'killed' ? [] : incident.atWork };
}

function ownFrame(frame: StackFrame): OwnFrame | undefined {
  const [, application, version] = OWN_FRAME.exec(frame.url) ?? [];
  return application === undefined || version === undefined ? undefined : { ...frame, application, version };
}

/** Position in the sources; in the code that ran where the jar is no longer there. */
async function placeOf(
  { application, version, ...frame }: OwnFrame,
  plugins: ActivePlugins,
): Promise<string> {
  const place = `${frame.url}:${frame.line}:${frame.column}`;
  try {
    const jar = (await plugins.read()).get(application);
    if (jar !== `platform-${application}-plugin-${version}.jar`) return place;
    return new SourceMaps(await readJar(join(plugins.directory, jar))).mapStack(place);
  } catch {
    return place;
  }
}

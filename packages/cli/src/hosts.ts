import type { PlatformNode } from '@platform/host-api';
import { apiOf, type CommandContext } from './command-context.ts';
import { CliError, EXIT } from './errors.ts';
import { table } from './output.ts';

const NODES = '/system/nodes';
const MEBIBYTE = 1_048_576;

const nodesOf = (context: CommandContext): Promise<readonly PlatformNode[]> =>
  apiOf(context).get<readonly PlatformNode[]>(`${NODES}?pageSize=500`);

/** Lists the hosts of the platform. (design 10.5) */
export async function listHosts(context: CommandContext): Promise<void> {
  const nodes = await nodesOf(context);
  context.output.result(nodes, () =>
    table(
      ['ID', 'MACHINE', 'ADDRESS', 'VERSION', 'STATE', 'STARTED', 'CPU', 'MEMORY', 'DELAY', 'BEHIND'],
      nodes.map((node) => [
        node.nodeId,
        node.machine,
        node.address,
        node.hostVersion,
        node.state,
        node.startedAt,
        `${node.cpuPercent} %`,
        `${Math.round(node.memoryBytes / MEBIBYTE)} MiB`,
        `${Math.round(node.loopDelayMs)} ms`,
        node.behind.join(' ') || '-',
      ]),
    ),
  );
}

/**
 * Takes hosts out of service, or returns them.
 *
 * @param wanted id of a host, its first characters, or a machine with all of its hosts
 */
export async function serveHosts(
  context: CommandContext,
  action: 'drain' | 'return',
  wanted: string,
): Promise<void> {
  const nodes = (await nodesOf(context)).filter(
    ({ nodeId, machine, state }) => state !== 'gone' && (nodeId.startsWith(wanted) || machine === wanted),
  );
  if (nodes.length === 0) {
    throw new CliError(
      'HOST_UNKNOWN',
      `No live host has the id or the machine ${wanted}.`,
      'See them: npx platform hosts',
      EXIT.failed,
    );
  }
  for (const { nodeId } of nodes) await apiOf(context).post(`${NODES}/${nodeId}/${action}`);
  const done = action === 'drain' ? 'is taken out of service' : 'is back in service';
  context.output.result(
    nodes.map(({ nodeId }) => ({ nodeId, draining: action === 'drain' })),
    () => nodes.map(({ nodeId, machine }) => `${nodeId} on ${machine} ${done}.`),
  );
}

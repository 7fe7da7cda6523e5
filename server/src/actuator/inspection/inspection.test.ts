import { HTTP } from '../../kernel/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMonitoredHost, type MonitoredHost } from '../testing/monitored-host.ts';

let host: MonitoredHost;
beforeAll(async () => {
  host = await startMonitoredHost();
});
afterAll(() => host.stop());

describe('spec: Endpoints/actuator, the others: topology', () => {
  it('shows the services of the host with what they depend on', async () => {
    const { json } = await host.see('/actuator/beans');
    expect(json).toMatchObject({
      contexts: {
        platform: {
          parentId: null,
          beans: {
            messaging: {
              type: 'Messaging',
              resource: 'module messaging',
              dependencies: expect.arrayContaining(['database', 'http']) as string[],
            },
          },
        },
      },
    });
  });

  it('shows every route of the host with its access', async () => {
    const { json } = await host.see('/actuator/mappings');
    const { platform } = (json as { contexts: Record<string, { mappings: Mappings }> }).contexts;
    const mappings = platform?.mappings.dispatcherServlets['platform'] ?? [];
    expect(mappings).toHaveLength(host.services.use(HTTP).routeTable.length);
    expect(mappings).toContainEqual({
      predicate: '{GET [/actuator/env/{toMatch}]}',
      handler: 'One value of the configuration or the environment',
      details: {
        access: 'monitoring',
        requestMappingConditions: {
          methods: ['GET'],
          patterns: ['/actuator/env/{toMatch}'],
          params: [],
          headers: [],
          consumes: [],
          produces: [{ mediaType: 'application/vnd.spring-boot.actuator.v3+json', negated: false }],
        },
      },
    });
  });

  it('shows the time line of the start, and this node', async () => {
    const { json } = await host.see('/actuator/startup');
    const { events } = (json as { timeline: { events: Array<{ startupStep: { tags: unknown[] } }> } })
      .timeline;
    expect(events.map(({ startupStep: { tags } }) => tags)).toContainEqual([
      { key: 'module', value: 'data' },
    ]);
    const { nodes } = (await host.see('/actuator/nodes')).json as { nodes: Array<{ self: boolean }> };
    expect(nodes.map(({ self }) => self)).toEqual([true]);
  });
});

interface Mappings {
  readonly dispatcherServlets: Record<string, unknown[]>;
}

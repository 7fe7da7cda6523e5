import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startMonitoredHost } from '../testing/monitored-host.ts';
import { Sbom } from './sbom.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sbom-'));
  await mkdir(join(directory, 'server', 'dist'), { recursive: true });
});
afterEach(() => rm(directory, { recursive: true }));

it('design 11.2: is the file that the image was built with', async () => {
  const sbom = new Sbom(join(directory, 'server', 'dist'));
  await expect(sbom.read()).rejects.toMatchObject({ code: 'SBOM_MISSING', status: 404 });
  await writeFile(join(directory, 'package-lock.json'), 'broken');
  await expect(sbom.read()).rejects.toMatchObject({ code: 'SBOM_MISSING' });
  await writeFile(join(directory, 'sbom.json'), '{"bomFormat":"CycloneDX"}');
  expect(await sbom.read()).toEqual({ bomFormat: 'CycloneDX' });
});

it('design 11.2: is made of the lock file in development, and named as Spring Boot does', async () => {
  const host = await startMonitoredHost();
  try {
    expect((await host.see('/actuator/sbom')).json).toEqual({ ids: ['application'] });
    const { json, headers } = await host.see('/actuator/sbom/application');
    expect(headers.get('content-type')).toContain('application/vnd.cyclonedx+json');
    const { bomFormat, components } = json as {
      bomFormat: string;
      components: ReadonlyArray<{ name: string; version: string; purl: string }>;
    };
    expect(bomFormat).toBe('CycloneDX');
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pino', 'prom-client']));
    expect(names).not.toContain('vitest');
    expect(await host.see('/actuator/sbom/other')).toMatchObject({
      status: 404,
      json: { error: 'SBOM_MISSING' },
    });
  } finally {
    await host.stop();
  }
});

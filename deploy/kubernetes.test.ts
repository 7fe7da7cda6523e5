import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { inRoot } from '../scripts/lib/paths.ts';
import { keyFileOf } from '../server/src/data/index.ts';
import { loadConfig } from '../server/src/kernel/index.ts';
import { schemaCommandOf } from '../server/src/startup/schema-command.ts';

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Spec;
}
type Labels = Readonly<Record<string, string>>;
interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly ports?: ReadonlyArray<{ readonly name: string }>;
  readonly volumeMounts?: ReadonlyArray<{ readonly name: string }>;
}
interface Pod {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: ReadonlyArray<{
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName: string };
  }>;
}
interface Spec {
  readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
  readonly selector?: Labels & { readonly matchLabels?: Labels };
  readonly podSelector?: { readonly matchLabels: Labels };
  readonly ports?: ReadonlyArray<{ readonly name: string; readonly targetPort: string }>;
}
interface Kustomization {
  readonly resources: readonly string[];
  readonly images?: ReadonlyArray<{ readonly name: string; readonly newTag: string }>;
  readonly patches?: ReadonlyArray<{
    readonly target: { readonly kind: string; readonly name?: string };
    readonly patch: string;
  }>;
}

const text = (path: string): string => readFileSync(inRoot('deploy/kubernetes', path), 'utf8');
const kustomizationOf = (folder: string): Kustomization =>
  parse(text(join(folder, 'kustomization.yml'))) as Kustomization;
const objectsIn = (file: string): KubernetesObject[] =>
  parseAllDocuments(text(file)).map((document) => document.toJS() as KubernetesObject);
const exists = (path: string): boolean => existsSync(inRoot('deploy/kubernetes', path));

/** Objects of a kustomization, with those of the folders that it names. */
function objectsOf(folder: string): KubernetesObject[] {
  return kustomizationOf(folder).resources.flatMap((resource) => {
    const path = normalize(join(folder, resource));
    return path.endsWith('.yml') ? objectsIn(path) : objectsOf(path);
  });
}

const files = readdirSync(inRoot('deploy/kubernetes'), { recursive: true, encoding: 'utf8' });
const manifests = files.filter((file) => file.endsWith('.yml') && !file.endsWith('kustomization.yml'));
const objects = manifests.flatMap((file) => objectsIn(file).map((object) => ({ file, object })));
const folders = files.filter((file) => file.endsWith('kustomization.yml')).map((file) => dirname(file));
const overlays = folders.filter((folder) => folder.startsWith('overlays'));

const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe('the manifests for Kubernetes', () => {
  it.each(
    objects.map(({ file, object }) => [`${file}: ${object.kind} ${object.metadata.name}`, object] as const),
  )('%s has the schema of its kind', async (_title, object) => {
    const Model = await modelOf(object);
    expect(() => new Model(object).validate()).not.toThrow();
    // The schema does notice what is wrong.
    expect(() => new Model({ ...object, metadata: { name: 7 } }).validate()).toThrow();
  });

  it('have no field that their kinds do not know', { timeout: 240_000 }, () => {
    expect(unknownFields(objects.map(({ object }) => object))).toEqual([]);
    const wrong = { ...objects.find(({ object }) => object.kind === 'Job')?.object, sepc: {} };
    expect(unknownFields([wrong as never]).join('\n')).toContain('"sepc"');
  });

  describe.each(folders)('the kustomization %s', (folder) => {
    const { resources, patches = [] } = kustomizationOf(folder);

    it('names what exists, and leaves out no file of its folder', () => {
      expect(
        resources.filter(
          (path) => !exists(join(folder, path.endsWith('.yml') ? path : `${path}/kustomization.yml`)),
        ),
      ).toEqual([]);
      const own = manifests
        .filter((file) => dirname(file) === folder)
        .map((file) => file.slice(folder.length + 1));
      expect(own.filter((file) => !resources.includes(file))).toEqual([]);
    });

    it('gives each image that its patches name a tag: those of the base are set before', () => {
      const named = patches.flatMap(({ patch }) => [...patch.matchAll(/^\s*image: (\S+)$/gm)]);
      const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
      const { images = [] } = kustomizationOf(folder);
      for (const [, image] of named) expect(images).toContainEqual({ name: image, newTag: version });
    });

    it('has patches whose target and place exist once', () => {
      for (const { target, patch } of patches) {
        const targets = objectsOf(folder).filter(
          ({ kind, metadata }) =>
            kind === target.kind && (target.name === undefined || metadata.name === target.name),
        );
        expect(targets, JSON.stringify(target)).toHaveLength(1);
        const operations = parse(patch) as Array<{ op: string; path: string }> | { $patch: string };
        if (!Array.isArray(operations)) {
          expect(operations.$patch).toBe('delete');
          continue;
        }
        for (const { op, path } of operations) {
          expect(['add', 'replace', 'remove']).toContain(op);
          const place = op === 'add' ? path.replace(/\/(?:-|\d+)$/, '') : path;
          expect(at(targets[0], place), path).toBeDefined();
          if (op === 'add') expect(Array.isArray(at(targets[0], place)), path).toBe(true);
        }
      }
    });
  });

  describe.each(overlays)('%s', (overlay) => {
    const all = objectsOf(overlay);
    const pods = all.flatMap(({ kind, metadata, spec }) =>
      spec?.template
        ? [{ kind, name: metadata.name, labels: spec.template.metadata.labels, ...spec.template.spec }]
        : [],
    );
    const selected = (wanted: Labels = {}) =>
      pods.filter(({ labels }) => Object.entries(wanted).every(([name, value]) => labels[name] === value));

    it('has selectors that find pods, and services whose ports these have', () => {
      for (const { kind, metadata, spec } of all) {
        const wanted = spec?.podSelector?.matchLabels ?? spec?.selector?.matchLabels ?? spec?.selector;
        if (wanted === undefined) continue;
        const found = selected(wanted);
        expect(found.length, `${kind} ${metadata.name}`).toBe(1);
        const names = found[0]?.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)) ?? [];
        for (const { targetPort } of spec?.ports ?? []) expect(names).toContain(targetPort);
      }
    });

    it('mounts volumes that exist, of claims that exist', () => {
      const claims = all
        .filter(({ kind }) => kind === 'PersistentVolumeClaim')
        .map(({ metadata }) => metadata.name);
      for (const { name, initContainers = [], containers, volumes = [] } of pods) {
        const mounted = [...initContainers, ...containers].flatMap(({ volumeMounts = [] }) => volumeMounts);
        const known = volumes.map((volume) => volume.name);
        expect(
          mounted.map((mount) => mount.name).filter((each) => !known.includes(each)),
          name,
        ).toEqual([]);
        const claimed = volumes.flatMap(
          ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
        );
        expect(
          claimed.filter((claim) => !claims.includes(claim)),
          name,
        ).toEqual([]);
      }
    });

    it('has a tag for each image that a container uses', () => {
      const { images = [] } = kustomizationOf('base');
      const used = pods.flatMap(({ initContainers = [], containers }) => [...initContainers, ...containers]);
      expect([...new Set(used.map(({ image }) => image))].sort()).toEqual(
        images.map(({ name }) => name).sort(),
      );
    });

    it('design 11.1: migrates by a Job of this version, which the hosts wait for', () => {
      const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
      const jobs = pods.filter(({ kind }) => kind === 'Job');
      expect(jobs.map(({ name }) => name)).toEqual([`platform-migrate-${version.replaceAll('.', '-')}`]);
      expect(kustomizationOf('base').images?.map(({ newTag }) => newTag)).toEqual([version, version]);
      const [migrate] = jobs[0]?.containers ?? [];
      expect(schemaCommandOf(migrate?.args ?? [])).toBe('--migrate-only');
      const host = pods.find(({ name }) => name === 'platform-backend');
      const waits = host?.initContainers?.map(({ args = [] }) => schemaCommandOf(args));
      expect(waits).toEqual(['--await-migrations']);
      expect(host?.initContainers?.[0]?.image).toBe(migrate?.image);
    });
  });

  it.runIf(kubectl).each([
    ['publisher', 'platform-api'],
    ['user', undefined],
  ])('build as an overlay: %s', (overlay, api) => {
    const output = execFileSync('kubectl', ['kustomize', inRoot('deploy/kubernetes/overlays', overlay)], {
      encoding: 'utf8',
    });
    const built = parseAllDocuments(output).map((document) => document.toJS() as KubernetesObject);
    expect(built).toHaveLength(objectsOf(join('overlays', overlay)).length);
    expect(built.some(({ metadata }) => metadata.name === 'platform-api')).toBe(api !== undefined);
    expect(output).toContain(`name: PLATFORM_EDITION\n          value: ${overlay}`);
    expect(output).toContain('image: platform-backend:1.0.0');
  });
});

describe.runIf(kubectl)('audit, design 16-33: several hosts, as kustomize builds them', () => {
  const built = parseAllDocuments(
    execFileSync('kubectl', ['kustomize', inRoot('deploy/kubernetes/overlays/hosts')], { encoding: 'utf8' }),
  ).map((document) => document.toJS() as KubernetesObject);
  const find = (kind: string, name: string): unknown =>
    built.find((object) => object.kind === kind && object.metadata.name === name);
  const pod = (name: string): string => `${name}/spec/template/spec`;
  const valueAt = (kind: string, path: string): unknown => {
    const [name = '', ...rest] = path.split('/');
    return at(find(kind, name), `/${rest.join('/')}`);
  };

  it('have the schemas of their kinds', async () => {
    for (const object of built) {
      const Model = await modelOf(object);
      expect(() => new Model(object).validate(), object.metadata.name).not.toThrow();
    }
  });

  it('need no volume that hosts or web servers share', () => {
    expect(built.filter(({ kind }) => kind === 'PersistentVolumeClaim')).toEqual([]);
    expect(JSON.stringify(built)).not.toContain('persistentVolumeClaim');
    expect(valueAt('Deployment', `${pod('platform-backend')}/volumes/0`)).toMatchObject({
      name: 'data',
      emptyDir: {},
    });
  });

  it('get the secret key before they start, where the host looks for it', () => {
    const [first] = valueAt('Deployment', `${pod('platform-backend')}/initContainers`) as Array<{
      command: string[];
    }>;
    const { config } = loadConfig({ directories: [], env: { PLATFORM_DATA_DIR: '/app' }, args: [] });
    expect(first?.command.join(' ')).toContain(`/given/key/platform.secret-key ${keyFileOf(config)}`);
  });

  it('are replaced one by one, as many as the load asks for, and drain before they are ended', () => {
    expect(valueAt('Deployment', 'platform-backend/spec/strategy')).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    });
    expect(valueAt('Deployment', 'platform-backend/spec/replicas')).toBeUndefined();
    expect(valueAt('HorizontalPodAutoscaler', 'platform-backend/spec/minReplicas')).toBe(2);
    expect(valueAt('PodDisruptionBudget', 'platform-backend/spec/minAvailable')).toBe(1);
    const { config } = loadConfig({ directories: [], profile: 'production', env: {}, args: [] });
    const leavesMs = config.server.drain['delay-ms'] + config.server['shutdown-timeout-ms'];
    const grace = Number(valueAt('Deployment', `${pod('platform-backend')}/terminationGracePeriodSeconds`));
    expect(grace * 1000).toBeGreaterThan(leavesMs);
  });

  it('are reached by monitoring each, and limited in what `server.workers: auto` counts', () => {
    const container = valueAt('Deployment', `${pod('platform-backend')}/containers/0`) as Container & {
      readonly env: ReadonlyArray<{ readonly name: string; readonly value?: string }>;
      readonly resources: { readonly limits: { readonly cpu?: string } };
    };
    const url = container.env.findIndex(({ name }) => name === 'MONITOR_SERVICE_URL');
    const address = container.env.findIndex(({ name }) => name === 'POD_IP');
    expect(container.env[url]?.value).toBe('http://$(POD_IP):8080');
    // Kubernetes fills in what stands before.
    expect(address).toBeGreaterThanOrEqual(0);
    expect(address).toBeLessThan(url);
    expect(container.resources.limits.cpu).toBe('2');
    expect(JSON.stringify(find('NetworkPolicy', 'platform-monitoring'))).toContain(
      'platform.example.com/monitoring',
    );
  });
});

/** The value at a path of a JSON patch. */
function at(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value);
}

/** Errors of the compiler for literals: the generated schemas let unknown fields pass. */
function unknownFields(all: readonly KubernetesObject[]): string[] {
  const source = all
    .map(({ apiVersion, kind, ...rest }, index) => {
      const literal = JSON.stringify({ apiVersion, kind, ...rest }, null, 1);
      return (
        `import type { I${kind} as T${index} } from 'kubernetes-models/${apiVersion}/${kind}';\n` +
        `export const object${index}: T${index} = ${literal};\n`
      );
    })
    .join('');
  const name = inRoot('deploy/manifests.generated.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const own = ts.createCompilerHost(options);
  host.fileExists = (path) => path === name || own.fileExists(path);
  host.getSourceFile = (path, language) =>
    path === name ? ts.createSourceFile(path, source, language) : own.getSourceFile(path, language);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

type Model = new (data: object) => { validate(): void };

async function modelOf({ apiVersion, kind }: KubernetesObject): Promise<Model> {
  const path = `kubernetes-models/${apiVersion}/${kind}`;
  const module = (await import(/* @vite-ignore */ path)) as Record<string, Model>;
  const found = module[kind];
  if (!found) throw new Error(`There is no schema of ${apiVersion} ${kind}.`);
  return found;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHost } from '../testing/test-host.ts';

const spin = (ms: number): string =>
  `{ const end = performance.now() + ${ms}; while (performance.now() < end); }\n`;

describe('findings: applications 12: evaluation of large applications', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start();
  });
  afterAll(() => host.stop());

  it('serves other work between modules', async () => {
    const sources = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `m${String(index).padStart(2, '0')}.ts`,
        // Each module imports the next: evaluated as a whole, the first would block the event loop
        // for all of them.
        `${index < 29 ? `import { M${index + 1} } from './m${String(index + 1).padStart(2, '0')}.ts';\nvoid M${index + 1};\n` : ''}${spin(30)}export class M${index} {}`,
      ]),
    );
    const jar = await host.workshop.jar('many', '1.0.0', sources);
    // As one piece, the modules would hold the event loop once. How long says nothing.
    let holds = 0;
    let isOver = false;
    let last = performance.now();
    const look = (): void => {
      const now = performance.now();
      if (now - last >= 30) holds += 1;
      last = now;
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);
    const report = await host.runtime.load('many', jar);
    isOver = true;
    const { durationMs = 0 } = report.stages.find(({ stage }) => stage === 'evaluate') ?? {};
    expect(durationMs).toBeGreaterThan(30 * 30);
    expect(holds).toBeGreaterThan(15);
  });

  it('names the module that blocks the event loop itself, not its importers', async () => {
    const report = await host.load('slow', '1.0.0', {
      'a.ts': `import { Slow } from './slow.ts';\nexport class A { slow = Slow; }`,
      'slow.ts': `${spin(250)}export class Slow {}`,
    });
    const module = 'cn/platform/slow/slow.js';
    expect(report.holds).toEqual([{ module, durationMs: expect.any(Number) as number }]);
    expect(report.holds[0]?.durationMs).toBeGreaterThanOrEqual(250);
    const lines = host.log.filter(({ message }) => message.startsWith(module));
    expect(lines).toEqual([expect.objectContaining({ level: 'warn' })]);
    expect(lines[0]?.message).toMatch(/blocked the event loop for \d+ ms during its evaluation/);
  });

  it('keeps the order of cyclic imports', async () => {
    await host.load('ring', '1.0.0', {
      'a.ts': `import { B } from './b.ts';\nexport class A { readonly made = new B(); }\nexport const name = () => 'a';`,
      'b.ts': `import { name } from './a.ts';\nexport class B { readonly of = name(); }`,
      'c.ts': `import { A } from './a.ts';\nexport class C extends A {}`,
    });
    expect(host.runtime.isLoaded('ring')).toBe(true);
  });

  it('ends at the timeout of the load, and restores changed built-ins before other work runs', async () => {
    const changed: boolean[] = [];
    let isOver = false;
    const look = (): void => {
      changed.push('smuggled' in Array.prototype);
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);
    const sources = {
      'a.ts': `Reflect.set(Array.prototype, 'smuggled', 1);\n${spin(20)}export class A {}`,
      'b.ts': `${spin(20)}export class B {}`,
      'c.ts': `${spin(20)}export class C {}`,
    };
    await expect(host.load('thief', '1.0.0', sources)).rejects.toMatchObject({
      code: 'PLUGIN_INTRINSICS_CHANGED',
    });
    isOver = true;
    expect(changed).not.toContain(true);
  });
});

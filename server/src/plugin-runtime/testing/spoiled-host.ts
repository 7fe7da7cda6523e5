import { TestHost } from './test-host.ts';

/**
 * A host process one of whose applications makes a change that nothing can undo; prints the status
 * of another application that is loaded after it.
 *
 * Run with the data directory, `load` or `request`, and the way.
 */
const [data = '', at, way = ''] = process.argv.slice(2);

const ways: Readonly<Record<string, string>> = {
  stringify: `Object.defineProperty(JSON, 'stringify', { value: () => '"evil"', writable: false, configurable: false });`,
  property: `Object.defineProperty(Object.prototype, 'evil', { value: 1, enumerable: true });`,
  freeze: 'Object.freeze(Object.prototype);',
};
const application = (code: string, start: string, handler: string) => ({
  'c.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
${start}
@Controller('/${code}') export class C { @Get('/v') v() { ${handler} return 1; } }`,
});
const host = await TestHost.start({ args: [`--platform.data-dir=${data}`] });
const good = await host.workshop.jar('good', '1.0.0', application('good', '', ''));
const change = ways[way] ?? '';
const bad = at === 'load' ? application('bad', change, '') : application('bad', '', change);
await host.load('bad', '1.0.0', bad).catch(() => undefined);
await host.get('/bad/v');
await host.runtime.load('good', good);
process.stdout.write(String((await host.get('/good/v')).status));
await host.stop();

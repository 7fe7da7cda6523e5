import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageApplication, readSigningKey } from '@platform/packager';
import { inRoot } from '../../../scripts/lib/paths.ts';

/** An application that needs the database, the cache and the broker, and can tell what is half. */
const files: Readonly<Record<string, string>> = {
  'app.json': JSON.stringify({ code: 'chaos', name: 'Chaos', version: '1.0.0', assets: {}, menus: [] }),
  'package.json': JSON.stringify({
    name: '@plugins/platform-chaos',
    version: '1.0.0',
    type: 'module',
    peerDependencies: { '@platform/plugin-sdk': '^1.0.0' },
  }),
  'migrations/01-create-chaos-tables.sql': `
create table if not exists chaos_half (id bigint not null primary key, pair integer not null);
create table if not exists chaos_seen (id bigint not null primary key, pair integer not null);
`,
  'src/domain/half.ts': `
import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
@TableName('chaos_half') export class Half { @TableId() id!: number; @TableField() pair!: number; }
@TableName('chaos_seen') export class Seen { @TableId() id!: number; @TableField() pair!: number; }
`,
  'src/mapper/half.mapper.ts': `
import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
import { Half, Seen } from '../domain/half.ts';
@Mapper(Half) export class HalfMapper extends BaseMapper<Half> {}
@Mapper(Seen) export class SeenMapper extends BaseMapper<Seen> {}
`,
  'src/listener/seen.listener.ts': `
import { Component } from '@platform/plugin-sdk/core';
import { MessageListener } from '@platform/plugin-sdk/mq';
import { SeenMapper } from '../mapper/half.mapper.ts';
@Component({ inject: [SeenMapper] })
export class SeenListener {
  constructor(private readonly seen: SeenMapper) {}
  @MessageListener({ queue: 'chaos.pairs', concurrency: 4, attempts: 50, retryDelay: '200ms' })
  async hear(message: { pair: number }) { await this.seen.insert({ pair: message.pair }); }
}
`,
  'src/service/pair.service.ts': `
import { Service } from '@platform/plugin-sdk/core';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { Transactional } from '@platform/plugin-sdk/orm';
import { HalfMapper, SeenMapper } from '../mapper/half.mapper.ts';
@Service({ inject: [HalfMapper, SeenMapper, MessageProducer] })
export class PairService {
  constructor(private readonly halves: HalfMapper, private readonly seen: SeenMapper, private readonly producer: MessageProducer) {}
  @Transactional()
  async add(pair: number): Promise<void> {
    await this.halves.insert({ pair });
    await this.producer.send({ queue: 'chaos.pairs' }, { pair });
    await this.halves.insert({ pair });
  }
  async state() {
    const halves = (await this.halves.selectList({})).map((row) => row.pair);
    const seen = (await this.seen.selectList({})).map((row) => row.pair);
    return { halves, seen };
  }
}
`,
  'src/controller/chaos.controller.ts': `
import { CacheService, LockService } from '@platform/plugin-sdk/cache';
import { MessageProducer } from '@platform/plugin-sdk/mq';
import { Controller, Get, Post, Type, type Ctx } from '@platform/plugin-sdk/web';
import { PairService } from '../service/pair.service.ts';
const pairSchema = { body: Type.Object({ pair: Type.Integer() }) };
@Controller('/chaos', { inject: [PairService, CacheService, LockService, MessageProducer] })
export class ChaosController {
  constructor(private readonly pairs: PairService, private readonly cache: CacheService, private readonly locks: LockService, private readonly producer: MessageProducer) {}
  @Post('/pair', { schema: pairSchema }) async add({ body }: Ctx<typeof pairSchema>) { await this.pairs.add(body.pair); }
  @Get('/cached') cached() { return this.locks.withLock('chaos' + Math.floor(Math.random() * 1000), () => this.cache.increment('count')); }
  @Post('/sent', { schema: pairSchema }) async sent({ body }: Ctx<typeof pairSchema>) { await this.producer.send({ queue: 'chaos.pairs' }, body); }
  @Get('/state') state() { return this.pairs.state(); }
}
`,
};

/** Builds and signs it. @returns the file of its package, and what removes it */
export async function packageChaosApplication(): Promise<{ file: string; remove: () => void }> {
  const root = mkdtempSync(join(tmpdir(), 'chaos-app-'));
  symlinkSync(inRoot('node_modules'), join(root, 'node_modules'), 'dir');
  const pluginDir = join(root, 'plugins/platform-chaos');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(pluginDir, path)), { recursive: true });
    writeFileSync(join(pluginDir, path), text);
  }
  const { file } = await packageApplication({
    pluginDir,
    outDir: join(root, 'packages'),
    root,
    signingKey: await readSigningKey(inRoot('plugins/keys/private.pem')),
    typeCheck: false,
  });
  return { file, remove: () => rmSync(root, { recursive: true, force: true }) };
}

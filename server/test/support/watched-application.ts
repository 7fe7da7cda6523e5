import { broken, type PackageSpec } from '../../src/market/testing/test-packages.ts';

const CODE = 'watched';

/** Does one of each that the dashboards show: good ones, failures, and too much. */
export const watchedApplication: PackageSpec = {
  code: CODE,
  frontend: null,
  manifest: { menus: [] },
  migrations: {
    '01-tables.sql':
      'create table if not exists watched_note (id bigint not null primary key, text varchar(99));',
  },
  backend: {
    'domain/note.ts': `
      import { TableField, TableId, TableName } from '@platform/plugin-sdk/orm';
      @TableName('watched_note') export class Note { @TableId() id!: number; @TableField() text!: string; }`,
    'mapper/note.mapper.ts': `
      import { BaseMapper, Mapper } from '@platform/plugin-sdk/orm';
      import { Note } from '../domain/note.ts';
      @Mapper(Note) export class NoteMapper extends BaseMapper<Note> {}`,
    'service/hearer.service.ts': `
      import { Service } from '@platform/plugin-sdk/core';
      import { MessageListener } from '@platform/plugin-sdk/mq';
      @Service() export class Hearer {
        @MessageListener({ queue: '${CODE}.notes' }) hear() { throw new Error('not heard'); }
      }`,
    'task/jobs.ts': `
      import { Component } from '@platform/plugin-sdk/core';
      import { ExecuteResult, JobExecutor, Scheduled } from '@platform/plugin-sdk/job';
      @JobExecutor({ name: 'watchedGood' })
      export class GoodJob { async jobExecute() { return ExecuteResult.success('done'); } }
      @JobExecutor({ name: 'watchedBad' })
      export class BadJob { async jobExecute() { return ExecuteResult.failure('not done'); } }
      @Component() export class Timed { @Scheduled({ every: '1s' }) tick() {} }`,
    'controller/watched.controller.ts': `
      import { CacheService } from '@platform/plugin-sdk/cache';
      import { Logger } from '@platform/plugin-sdk/log';
      import { MessageProducer } from '@platform/plugin-sdk/mq';
      import { Controller, Get } from '@platform/plugin-sdk/web';
      import { NoteMapper } from '../mapper/note.mapper.ts';
      @Controller('/${CODE}', { inject: [NoteMapper, CacheService, Logger, MessageProducer] })
      export class WatchedController {
        constructor(private readonly notes: NoteMapper, private readonly cache: CacheService,
          private readonly log: Logger, private readonly producer: MessageProducer) {}
        @Get('/note') async note() { await this.notes.insert({ text: 'x' }); return this.notes.selectCount(); }
        @Get('/twice') async twice() {
          await this.notes.insert({ id: 1, text: 'x' });
          await this.notes.insert({ id: 1, text: 'x' });
        }
        @Get('/cached') async cached() {
          await this.cache.get('nothing');
          await this.cache.set('value', 1);
          return this.cache.get('value');
        }
        @Get('/told') told() { return this.producer.send({ queue: '${CODE}.notes' }, {}); }
        @Get('/loud') loud() { for (let n = 0; n < 100; n += 1) this.log.info('line ' + n); }
        @Get('/failing') failing() { throw new Error('it failed'); }
        @Get('/left') left() { void Promise.reject(new Error('left alone')); }
        @Get('/held') held() { const until = Date.now() + 1200; while (Date.now() < until); }
      }`,
  },
};

/** Requests sent to it repeatedly; some of them fail. */
export const watchedPaths = ['note', 'twice', 'cached', 'told', 'loud', 'left', 'failing', 'nothing'].map(
  (path) => `/${CODE}/${path}`,
);

/** A version that does not load. */
export const brokenVersion: PackageSpec = { ...watchedApplication, backend: broken };

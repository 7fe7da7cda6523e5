import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LoginHelper, Permission, AuthIgnore } from '@platform/plugin-sdk/auth';
import { CacheService, LockService } from '@platform/plugin-sdk/cache';
import {
  ConfigService,
  DictService,
  EventListener,
  EventPublisher,
  HttpClient,
  Service,
  SnowflakeIds,
  UserRegisteredEvent,
} from '@platform/plugin-sdk/core';
import { ExecuteResult, JobExecutor, type JobArgs } from '@platform/plugin-sdk/job';
import { Logger } from '@platform/plugin-sdk/log';
import { MessageListener, MessageProducer } from '@platform/plugin-sdk/mq';
import {
  BaseMapper,
  Database,
  DataScope,
  Mapper,
  selectList,
  selectOne,
  selectValue,
  TableField,
  TableId,
  TableName,
  Transactional,
} from '@platform/plugin-sdk/orm';
import { OssService } from '@platform/plugin-sdk/oss';
import { locate, MemberService, MemberServiceLocator, type Located } from '@platform/plugin-sdk/plugin';
import { TenantContext } from '@platform/plugin-sdk/tenant';
import { testApplication, type TestApplication, type TestUser } from '@platform/plugin-sdk/testing';
import { BaseController, Controller, Get, Post, Type, type Ctx } from '@platform/plugin-sdk/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

@TableName('notes_item')
class NotesItem {
  @TableId() id!: number;
  @TableField() title!: string;
  @TableField() deptId!: number | null;
}

@Mapper(NotesItem)
class NotesItemMapper extends BaseMapper<NotesItem> {
  readonly longest = selectValue<number, object>();
  readonly first = selectOne<NotesItem>();
  @DataScope()
  readonly titles = selectList<{ title: string }>();
}

@Service({ inject: [NotesItemMapper, EventPublisher, MessageProducer, Logger, HttpClient] })
class NotesService {
  readonly registered: string[] = [];
  readonly received: unknown[] = [];

  readonly items: NotesItemMapper;
  readonly events: EventPublisher;
  readonly messages: MessageProducer;
  readonly logger: Logger;
  readonly http: HttpClient;

  constructor(
    items: NotesItemMapper,
    events: EventPublisher,
    messages: MessageProducer,
    logger: Logger,
    http: HttpClient,
  ) {
    this.items = items;
    this.events = events;
    this.messages = messages;
    this.logger = logger;
    this.http = http;
  }

  @Transactional() async add(title: string, fail = false) {
    const item = await this.items.insert({ title });
    await this.events.publish(
      new UserRegisteredEvent({ userId: item.id, userName: title, tenantId: '000000', source: 'notes' }),
    );
    await this.messages.send({ queue: 'notes' }, { title });
    this.logger.info('Added', { title });
    if (fail) throw new Error('too late');
    return item;
  }

  async weather() {
    return (await this.http.get('https://weather.example/today')).json<{ sky: string }>();
  }

  @EventListener(UserRegisteredEvent) onUser(event: UserRegisteredEvent) {
    this.registered.push(event.userName);
  }

  @MessageListener({ queue: 'notes' }) onMessage(body: unknown) {
    this.received.push(body);
  }
}

const addSchema = { body: Type.Object({ title: Type.String({ minLength: 1 }) }) };

@Controller('/notes', { inject: [NotesService, NotesItemMapper, LoginHelper, MemberServiceLocator] })
class NotesController extends BaseController {
  readonly notes: NotesService;
  readonly items: NotesItemMapper;
  readonly login: LoginHelper;
  readonly members: MemberServiceLocator;

  constructor(
    notes: NotesService,
    items: NotesItemMapper,
    login: LoginHelper,
    members: MemberServiceLocator,
  ) {
    super();
    this.notes = notes;
    this.items = items;
    this.login = login;
    this.members = members;
  }

  @Get('/list') list({ page }: Ctx) {
    return this.items.selectPage({}, page);
  }

  @Post('/add', { schema: addSchema }) @Permission('notes:item:add') add({ body }: Ctx<typeof addSchema>) {
    return this.notes.add(body.title);
  }

  @Get('/whoami') whoami() {
    return this.login.require().userName;
  }

  @Get('/member') async member() {
    if (!this.members.available(MemberService)) return 'none';
    return (await this.members.get(MemberService).find(1))?.name ?? 'unknown';
  }
}

abstract class LeaveService {
  abstract days(): number;
}

@Controller('/notes/leave', { inject: [locate(LeaveService)] })
class LeaveController {
  readonly leave: Located<LeaveService>;

  constructor(leave: Located<LeaveService>) {
    this.leave = leave;
  }

  @Get('/days') days() {
    return this.leave.available() ? this.leave.get().days() : 0;
  }
}

@Controller('/open/notes')
@AuthIgnore()
class NotesOpenController {
  @Get('/greet') greet() {
    return 'hello';
  }
}

@JobExecutor({ name: 'notesReport' })
class NotesReport {
  async jobExecute({ params }: JobArgs) {
    return ExecuteResult.success(`report of ${String(params)}`);
  }
}

const PROJECT = {
  'app.json': JSON.stringify({ code: 'notes', name: 'Notes', version: '1.0.0' }),
  'migrations/01-create-notes-tables.sql':
    "CREATE TABLE IF NOT EXISTS notes_item (id BIGINT PRIMARY KEY, tenant_id VARCHAR(20) NOT NULL, title VARCHAR(50) NOT NULL, dept_id BIGINT NULL, create_by BIGINT NULL);\nINSERT INTO notes_item (id, tenant_id, title) VALUES (1, '000000', 'first');",
  // For another database: it would fail here.
  'migrations/01-create-notes-tables.mysql.sql': 'CREATE TABLE notes_item (id BIGINT) ENGINE = InnoDB;',
  'resources/mapper/notes/NotesItemMapper.xml':
    '<mapper namespace="cn.platform.notes.mapper.NotesItemMapper"><select id="longest" resultType="number">select max(length(title)) from notes_item</select><select id="first" resultType="cn.platform.notes.domain.NotesItem">select * from notes_item where id = 1</select><select id="titles" resultType="map">select title from notes_item order by id</select></mapper>',
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'test-application-'));
  for (const [path, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'src/controller'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const clerk = { userName: 'clerk', permissions: ['notes:item:add'] };

describe('testApplication', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await testApplication({
      root: join(root, 'src/controller'),
      classes: [NotesController, NotesOpenController, NotesService, NotesItemMapper, NotesReport],
      config: { 'notes.greeting': 'Hi' },
      fetch: ({ url }) => Response.json({ sky: url.includes('today') ? 'clear' : 'unknown' }),
    });
  });
  afterAll(() => app.close());

  it('responds like the host: login, permissions, validation, the envelope', async () => {
    expect(await app.get('/open/notes/greet')).toMatchObject({ status: 200, data: 'hello' });
    expect(await app.get('/notes/list')).toMatchObject({ status: 401 });
    expect(await app.get('/notes/whoami', { as: clerk })).toMatchObject({ status: 200, data: 'clerk' });
    expect(await app.post('/notes/add', { as: {}, body: { title: 'x' } })).toMatchObject({
      status: 403,
      error: 'FORBIDDEN',
    });
    expect(await app.post('/notes/add', { as: clerk, body: { title: '' } })).toMatchObject({ status: 400 });
  });

  it('spec: L1: has the tables of the migrations for its database, mappers with their XML, tenants, and transactions', async () => {
    expect((await app.post('/notes/add', { as: clerk, body: { title: 'second' } })).status).toBe(200);
    expect(await app.get('/notes/list', { as: {} })).toMatchObject({
      data: { total: 2, rows: [{ title: 'first' }, { title: 'second' }] },
    });
    expect(await app.get('/notes/list', { as: { tenantId: '000001' } })).toMatchObject({
      data: { total: 0 },
    });
    await expect(app.as({}, () => app.bean(NotesService).add('third', true))).rejects.toThrow('too late');
    expect(await app.as({}, () => app.bean(NotesItemMapper).selectCount({}))).toBe(2);
    expect(await app.as({}, () => app.bean(NotesItemMapper).longest({}))).toBe(6);
    const first = await app.as({}, () => app.bean(NotesItemMapper).first());
    expect(first, 'an entity comes along with its mapper').toBeInstanceOf(NotesItem);
  });

  it('limits a data scope to what the test says of its caller', async () => {
    const add = (userId: number, title: string, deptId?: number) =>
      app.as({ userId }, () => app.bean(NotesItemMapper).insert({ title, deptId: deptId ?? null }));
    await add(70, 'of sales', 7);
    await add(80, 'of nobody');
    const titles = async (user: TestUser) =>
      (await app.as(user, () => app.bean(NotesItemMapper).titles())).map(({ title }) => title);
    expect(await titles({ sees: { deptIds: [7] } })).toEqual(['of sales']);
    expect(await titles({ userId: 80, sees: { own: true } })).toEqual(['of nobody']);
    expect(await titles({ sees: {} })).toEqual([]);
    expect(await titles({})).toContain('of nobody');
    for (const title of ['of sales', 'of nobody'])
      await app.as({}, () => app.bean(NotesItemMapper).delete({ title }));
  });

  it('records events, messages and the log, and delivers them', async () => {
    const service = app.bean(NotesService);
    await app.as({}, () => service.add('recorded'));
    expect(app.events.at(-1)).toMatchObject({ userName: 'recorded' });
    expect(app.messages.at(-1)).toEqual({ target: { queue: 'notes' }, body: { title: 'recorded' } });
    expect(app.log.at(-1)).toMatchObject({ level: 'info', message: 'Added', fields: { title: 'recorded' } });
    await expect.poll(() => service.registered).toContain('recorded');
    await expect.poll(() => service.received).toContainEqual({ title: 'recorded' });
    await app.publish(
      new UserRegisteredEvent({ userId: 7, userName: 'Ada', tenantId: '000000', source: 'test' }),
    );
    expect(service.registered).toContain('Ada');
  });

  it('has every capability of the host', async () => {
    await app.as({}, async () => {
      expect(await app.bean(ConfigService).get('notes.greeting')).toBe('Hi');
      const cache = app.bean(CacheService);
      await cache.set('key', 1);
      expect(await cache.get('key')).toBe(1);
      expect(await app.bean(LockService).withLock('key', async () => 'locked')).toBe('locked');
      expect(await app.bean(DictService).list('notes_state')).toEqual([]);
      expect(app.bean(SnowflakeIds).next()).toBeGreaterThan(0);
      expect(app.bean(TenantContext).current()).toBe('000000');
      const { ossId } = await app
        .bean(OssService)
        .upload(Buffer.from('text'), { name: 'a.txt', type: 'text/plain' });
      expect(await app.bean(OssService).url(ossId)).toMatch(/\/link\?tenant=000000&expires=\d+&signature=/);
      expect(await app.bean(NotesService).weather()).toEqual({ sky: 'clear' });
    });
    expect(app.database).toBeInstanceOf(Database);
    expect(await app.runJob('notesReport', 'May')).toEqual(ExecuteResult.success('report of May'));
    expect(await app.get('/notes/member', { as: {} })).toMatchObject({ data: 'none' });
  });
});

it('replaces dependencies by stubs, and ends with its block', async () => {
  const ada = { userId: 1, name: 'Ada', level: 'gold', points: 1, active: true };
  const members = { available: () => true, get: () => ({ find: async () => ada }) };
  await using app = await testApplication({
    root,
    classes: [NotesController, LeaveController],
    provide: [
      [LeaveService, { days: () => 30 }],
      [MemberServiceLocator, members],
      [NotesService, { add: async (title: string) => ({ title: `${title}!` }) }],
      [NotesItemMapper, {}],
    ],
  });
  expect(await app.get('/notes/member', { as: {} })).toMatchObject({ data: 'Ada' });
  expect(await app.post('/notes/add', { as: clerk, body: { title: 'x' } })).toMatchObject({
    data: { title: 'x!' },
  });
  expect(await app.get('/notes/leave/days', { as: {} })).toMatchObject({ data: 30 });
});

it('refuses a class whose dependency is missing, by name', async () => {
  await expect(testApplication({ root, classes: [NotesController] })).rejects.toThrow(/NotesService/);
});

// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { ref } from 'vue';
import { ApiError } from '../http/index.ts';
import { describeError, describeFailure, wordsWith } from './error-text.ts';
import { loadChineseWords } from './words/chinese-words.ts';

const wordsIn = (locale: string) => wordsWith({ te: () => false, t: (key) => key, locale: ref(locale) });
const chinese = wordsIn('zh-CN');

const refused = {
  code: 'PACKAGE_SIGNATURE_INVALID',
  message: 'Signature verification failed for app.json.',
  fix: 'Get the package again.',
};

describe('failures of the host in a Chinese shell', () => {
  /** By code and message alone, as the operation log keeps them. */
  const saidOf = (code: string, message: string) =>
    describeFailure({ code, message, fix: null }, chinese).message;

  it('are said in texts that do not keep their code, such as the reason of a dead letter', async () => {
    await loadChineseWords();
    const reason =
      'The notice cannot be sent: it has no recipients: neither users, roles, departments, a permission nor the tenant.';
    expect(chinese.byText?.(reason)).toBe('通知无法发送：没有接收人（用户、角色、部门、权限或租户）。');
    expect(chinese.byText?.('The file a.txt does not exist.')).toBe('文件 a.txt 不存在。');
    expect(chinese.byText?.('A greeting needs a name.')).toBeUndefined();
  });

  it('are said by their code, with the words of the host where these name values', async () => {
    await loadChineseWords();
    const said = describeFailure(refused, chinese);
    expect(said.message).toMatch(/^签名校验失败：.*：Signature verification failed for app\.json\.$/);
    expect(said.fix).toBe('请向发布者重新获取安装包，或重新签名。');
    const taken = { code: 'ROLE_KEY_TAKEN', message: 'A role with the key ops already exists.' };
    expect(describeFailure(taken, chinese).message).toBe('角色标识已存在。');
  });

  it('are said in full where the host gives the values, with an exception as it came', async () => {
    await loadChineseWords();
    const say = (code: string, params: Record<string, unknown>) =>
      describeFailure({ code, message: 'In English.', params }, chinese).message;
    expect(say('APP_REQUIRED', { app: 'hello', dependents: 'shop, pay' })).toBe('shop, pay 依赖 hello。');
    expect(say('VERSION_NOT_FOUND', { app: 'hello', case: 'none' })).toBe('hello 没有可用的版本。');
    expect(say('APP_REQUIRED', { app: 'hello' })).toBe('其他已启用的应用依赖此应用：In English.');
    expect(say('PLUGIN_INIT_FAILED', { app: 'hello', reason: 'boom (a.ts:3)' })).toBe(
      '组件初始化出错：boom (a.ts:3)',
    );
    const elsewhere = { host: 'b 10.0.0.2', code: 'LOCK_TIMEOUT', reason: 'Waited too long.' };
    expect(say('HOST_NOT_PREPARED', elsewhere)).toBe(
      '主机 b 10.0.0.2 准备该版本失败，所有主机都没有切换：等待其他操作释放锁超时。',
    );
  });

  it('are said where the host keeps them as text, and an application keeps its own words', async () => {
    await loadChineseWords();
    const say = (text: string) => chinese.byText?.(text) ?? text;
    expect(say('The run did not finish within 300 ms.')).toBe('运行没有在 300 毫秒内结束。');
    expect(say('minio cannot be used: its host name is not known (ENOTFOUND).')).toBe(
      'minio 无法使用：主机名无法解析（ENOTFOUND）。',
    );
    expect(say('packages/a.zip: The storage does not contain this object.')).toBe(
      'packages/a.zip：存储中没有此文件。',
    );
    expect(say('changed after signing: a.js, b.js, c.js and 2 more; missing: app.json.')).toBe(
      '签名后有变动：a.js, b.js, c.js 等另外 2 个；缺少：app.json。',
    );
    expect(say('ROLE_KEY_TAKEN: A role with the key ops already exists.')).toBe('角色标识已存在。');
    const own = 'Order 7 is closed.';
    expect([say(own), wordsIn('en-US').byText?.('The run was stopped.')]).toEqual([own, undefined]);
  });

  it('are said in full from their text, where the host keeps no values', async () => {
    await loadChineseWords();
    const say = (text: string) => chinese.byText?.(text) ?? text;
    expect(say('APP_REQUIRED: hello is required by shop, pay.')).toBe('shop, pay 依赖 hello。');
    expect(say('VERSION_NOT_FOUND: hello has no version 2.0.0.')).toBe('hello 没有版本 2.0.0。');
    expect(say('VERSION_NOT_FOUND: The catalog has no version 2.0.0 of hello.')).toBe(
      '目录中没有 hello 的版本 2.0.0。',
    );
    expect(
      say('MIGRATION_CHANGED: Migration scripts changed after they were executed: a.sql. Nothing was run.'),
    ).toBe('已执行过的迁移脚本内容有变动，未执行任何脚本：a.sql。');
    expect(say('ORDER_COLUMN_UNKNOWN: This list cannot be ordered by icon.')).toBe('列表不能按 icon 排序。');
    // A sentence of another code, or with more behind it, is not mistaken for it.
    expect(say('APP_REQUIRED: Something else.')).toBe('其他已启用的应用依赖此应用：Something else.');
  });

  it('name why a backend is not loaded: each finding, with its place', async () => {
    await loadChineseWords();
    const said = (message: string, code = 'PLUGIN_BEAN_MISSING') =>
      describeFailure({ code, message: `Application hello cannot be loaded (wire): ${message}` }, chinese)
        .message;
    const one = "No qualifying bean of type 'Clock' for Notes";
    expect(said(`${one}.`)).toBe('没有可供 Notes 使用的 Clock。');
    expect(said(`${one} (hello/src/notes.ts:3:7)\n${one}.`)).toBe(
      '没有可供 Notes 使用的 Clock（hello/src/notes.ts:3:7）\n没有可供 Notes 使用的 Clock。',
    );
    expect(said('boom (a.ts:3)', 'PLUGIN_INIT_FAILED')).toBe('组件初始化出错：boom (a.ts:3)');
    // A place for a value at its beginning does not take in what stands before it.
    const threw = 'src/notes.ts threw during its evaluation: No list (hello/src/notes.ts:3:7)';
    expect(said(threw, 'PLUGIN_MODULE_FAILED')).toBe(
      'src/notes.ts 在执行时出错：No list (hello/src/notes.ts:3:7)',
    );
    const late = 'it did not finish within 300 ms: init() of Notes is still pending';
    expect(said(late, 'PLUGIN_LOAD_TIMEOUT')).toBe('没有在 300 毫秒内完成，Notes 的 init() 尚未结束。');
  });

  it('of other hosts, of requirements and of requests are said by their message', async () => {
    await loadChineseWords();
    const switched = (rest: string) => `The host a (10.0.0.1) failed in ${rest}`;
    expect(
      saidOf(
        'HOST_NOT_PREPARED',
        switched('prepare with VERSION_EXISTS, so no host has switched: crm 1.0.0 is already saved.'),
      ),
    ).toBe('主机 a (10.0.0.1) 准备该版本失败，所有主机都没有切换：crm 1.0.0 已保存。');
    expect(
      saidOf('HOST_NOT_PREPARED', switched('load with CRM_BROKEN, so no host has switched: No disk.')),
    ).toBe('主机 a (10.0.0.1) 准备该版本失败，所有主机都没有切换：No disk。');
    const cannotRun = 'CRM 2.0.0 cannot run here. It needs platform ^2.0.0, and this is 1.4.0.';
    expect(saidOf('PLATFORM_INCOMPATIBLE', cannotRun)).toBe('CRM 2.0.0 需要平台 ^2.0.0，当前平台为 1.4.0。');
    const missing = 'CRM 2.0.0 needs member ^2.0.0 (1.0.0 is installed), mall ^1.0.0.';
    expect(saidOf('DEPENDENCY_MISSING', missing)).toBe(
      'CRM 2.0.0 需要 member ^2.0.0（已安装 1.0.0）、mall ^1.0.0。',
    );
    const frontend =
      'CRM 2.0.0 cannot be shown here. Its frontend needs the frontend runtime API ^2.0.0, and the shell has 1.1.0; pinia ^9, which the shell does not share.';
    expect(saidOf('FRONTEND_INCOMPATIBLE', frontend)).toBe(
      'CRM 2.0.0 的前端需要 前端运行时 API ^2.0.0（当前为 1.1.0）、pinia ^9（平台没有提供）。',
    );
    const request = (text: string) => saidOf('VALIDATION_FAILED', `The request is not valid: ${text}.`);
    expect(
      request(
        "body/name must NOT have fewer than 1 characters; body must have required property 'roleKey'; body/ids/0 must be integer",
      ),
    ).toBe('内容不正确：name 至少 1 个字符；缺少 roleKey；ids/0 类型应为 integer');
    expect(request('querystring/pageSize must be a whole number from 1 to 500')).toBe(
      '内容不正确：pageSize 应为 1 至 500 的整数',
    );
    expect(request('appId must be the id of an application')).toBe('内容不正确：appId 应为应用的编号');
    expect(request('body must hold')).toBe('内容不正确：The request is not valid: body must hold.');
  });

  it('of mappers, entities and listeners name file, statement and line', async () => {
    await loadChineseWords();
    const xml = (message: string) => saidOf('MAPPER_XML_INVALID', `mapper/Notes.xml: ${message}`);
    expect(xml('Statement a.b (line 3): <if> in line 4 requires the attribute test.')).toBe(
      'mapper/Notes.xml：语句 a.b（第 3 行）：第 4 行的 <if> 缺少属性 test。',
    );
    expect(xml('Result map a.m: Result map a.x does not exist.')).toBe(
      'mapper/Notes.xml：结果映射 a.m：结果映射 a.x 不存在。',
    );
    expect(xml('Statement a.b (line 3): #{id,x=1} has the unknown option x=1.')).toBe(
      'mapper/Notes.xml：语句 a.b（第 3 行）：#{id,x=1} 有未知的选项 x=1。',
    );
    expect(xml('Something later.')).toBe('映射器 XML 不正确：mapper/Notes.xml: Something later.');
    expect(saidOf('MAPPER_NAMESPACE', 'mapper/A.xml: Its namespace is missing.')).toBe(
      'mapper/A.xml：缺少命名空间。',
    );
    expect(saidOf('PLUGIN_ENTITY_INVALID', 'Entity Note has no @TableId.')).toBe('实体 Note 缺少 @TableId。');
    expect(
      saidOf('PLUGIN_LISTENER_INVALID', '@MessageListener of Notes.seen: attempts is 0, not 1 to 100.'),
    ).toBe('Notes.seen 的 @MessageListener 的 attempts 是 0，应为 1 至 100。');
  });

  it('are said in the words of the host in English, and by a code of an application', async () => {
    await loadChineseWords();
    expect(describeFailure(refused, wordsIn('en-US'))).toEqual({
      message: refused.message,
      fix: refused.fix,
    });
    const own = { code: 'NOTES_LIMIT', message: 'The list is full.', fix: 'Delete one.' };
    expect(describeFailure(own, chinese)).toEqual({ message: own.message, fix: own.fix });
  });

  it('keep what an application has written in Chinese', async () => {
    await loadChineseWords();
    const own = { code: 'RECORD_NOT_FOUND', message: '订单不存在', fix: null };
    expect(describeFailure(own, chinese).message).toBe('订单不存在');
  });

  it('name each field of a request that was refused, once', async () => {
    await loadChineseWords();
    const details = [
      { path: 'body/roleName', keyword: 'minLength', message: 'must NOT have fewer …', limit: 1 },
      { path: 'body', keyword: 'required', message: 'must have …', missingProperty: 'roleKey' },
      { path: 'body', keyword: 'required', message: 'must have …', missingProperty: 'roleKey' },
    ];
    const error = (all: unknown) =>
      new ApiError({
        code: 'VALIDATION_FAILED',
        status: 400,
        message: 'The request is not valid: x.',
        details: all,
      });
    const said = describeError(error(details), chinese);
    expect(said.message).toBe('内容不正确：roleName 至少 1 个字符；roleKey 缺少内容');
    expect(said.findings).toEqual([]);
    expect(said.fields).toEqual([
      { name: 'roleName', message: '内容不正确：roleName 至少 1 个字符' },
      { name: 'roleKey', message: '内容不正确：roleKey 缺少内容' },
    ]);
    const unknown = [{ path: 'body', keyword: 'later', message: 'must be …' }];
    expect(describeError(error(unknown), chinese).message).toBe('内容不正确：The request is not valid: x.');
  });

  it('name the field that a refusal is about', () => {
    const details = { field: 'roleKey' };
    const error = new ApiError({ code: 'ROLE_KEY_TAKEN', status: 409, message: 'A role has it.', details });
    expect(describeError(error, chinese).fields).toMatchObject([{ name: 'roleKey' }]);
  });

  it('say each finding by its code', async () => {
    await loadChineseWords();
    const details = [
      { code: 'PLUGIN_BEAN_MISSING', message: 'A needs B.', fix: 'Add B.' },
      { code: 'LATER', message: 'Something new.', fix: 'Do it.' },
    ];
    const error = new ApiError({
      code: 'PLUGIN_LOAD_REFUSED',
      status: 422,
      message: 'Two findings.',
      details,
    });
    expect(describeError(error, chinese).findings.map(({ message, fix }) => [message, fix])).toEqual([
      ['组件所需的依赖不存在：A needs B.', '请应用的开发者修正后重新打包。'],
      ['Something new.', 'Do it.'],
    ]);
  });
});

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
  it('are said by their code, with the words of the host where these name values', async () => {
    await loadChineseWords();
    const said = describeFailure(refused, chinese);
    expect(said.message).toMatch(/^签名校验失败：.*：Signature verification failed for app\.json\.$/);
    expect(said.fix).toBe('请向发布者重新获取安装包，或重新签名。');
    const taken = { code: 'ROLE_KEY_TAKEN', message: 'A role with the key ops already exists.' };
    expect(describeFailure(taken, chinese).message).toBe('角色标识已存在。');
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
    const unknown = [{ path: 'body', keyword: 'later', message: 'must be …' }];
    expect(describeError(error(unknown), chinese).message).toBe('内容不正确：The request is not valid: x.');
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

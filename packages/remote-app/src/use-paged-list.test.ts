import { effectScope, watch } from 'vue';
import { describe, expect, it } from 'vitest';
import type { ListResult } from './runtime/request.ts';
import { usePagedList, type PageRequest } from './use-paged-list.ts';

/** A server whose answers are given by hand, in any order. */
function manualServer() {
  const questions: {
    query: PageRequest;
    signal: AbortSignal;
    answer(rows: number[], total?: number, next?: string): void;
    fail(): void;
  }[] = [];
  const scope = effectScope();
  const list = scope.run(() =>
    usePagedList<number, { title?: string }>(
      (query, signal) =>
        new Promise<ListResult<number>>((resolve, reject) => {
          questions.push({
            query,
            signal,
            answer: (rows, total = rows.length, next) =>
              resolve({ rows, total, ...(next === undefined ? {} : { next }) }),
            fail: () => reject(new Error('down')),
          });
        }),
      { title: 'x' },
    ),
  );
  if (!list) throw new Error('scope did not run');
  return { list, questions, scope };
}

describe('usePagedList', () => {
  it('drops a response that is older than the latest request', async () => {
    const { list, questions } = manualServer();
    const first = list.load();
    const second = list.load();
    expect(questions[0]?.signal.aborted).toBe(true);
    questions[1]?.answer([2]);
    questions[0]?.answer([1]);
    await Promise.all([first, second]);
    expect(list.rows.value).toEqual([2]);
    expect(list.loading.value).toBe(false);
  });

  it('ends loading with the first rows', async () => {
    const { list, questions, scope } = manualServer();
    const seen: Array<{ rows: readonly number[] | undefined; loading: boolean }> = [];
    scope.run(() => watch([list.rows, list.loading], ([rows, loading]) => seen.push({ rows, loading })));
    const load = list.load();
    questions[0]?.answer([1]);
    await load;
    expect(seen.filter(({ rows }) => rows)).toEqual([{ rows: [1], loading: false }]);
  });

  it('keeps the rows when a later request fails', async () => {
    const { list, questions } = manualServer();
    const first = list.load();
    questions[0]?.answer([1]);
    await first;
    const second = list.load();
    questions[1]?.fail();
    await second;
    expect(list.rows.value).toEqual([1]);
    expect(list.error.value?.message).toBe('down');
  });

  it('returns to the first page on search and sort, and drops the column without a direction', async () => {
    const { list, questions } = manualServer();
    list.page.pageNum = 3;
    void list.sort('title', 'desc');
    expect(questions[0]?.query).toEqual({
      title: 'x',
      pageNum: 1,
      pageSize: 10,
      orderByColumn: 'title',
      isAsc: 'desc',
    });
    void list.sort('title', undefined);
    expect(questions[1]?.query.orderByColumn).toBeUndefined();
  });

  it('steps back when the last row of the last page is removed', async () => {
    const { list, questions } = manualServer();
    list.page.pageNum = 3;
    const load = list.load();
    questions[0]?.answer([], 20);
    await expect.poll(() => questions.length).toBe(2);
    expect(questions[1]?.query.pageNum).toBe(2);
    questions[1]?.answer([11], 20);
    await load;
    expect(list.rows.value).toEqual([11]);
  });

  it('asks for the next page by its key, which a search makes void', async () => {
    const { list, questions } = manualServer();
    const first = list.load();
    questions[0]?.answer([1], 20, 'after-1');
    await first;
    list.page.pageNum = 2;
    void list.load();
    expect(questions[1]?.query.after).toBe('after-1');
    const search = list.search();
    questions[2]?.answer([2], 20);
    await search;
    list.page.pageNum = 2;
    void list.load();
    expect(questions[3]?.query).not.toHaveProperty('after');
  });

  it('aborts the request when its component unmounts', () => {
    const { list, questions, scope } = manualServer();
    void list.load();
    scope.stop();
    expect(questions[0]?.signal.aborted).toBe(true);
  });
});

import { expectTypeOf } from 'vitest';
import { type all, optional, Service, type Page } from '../src/core/index.ts';
import type { Injected } from '../src/core/injection.ts';
import type { locate, Located } from '../src/plugin/index.ts';
import { BaseMapper, selectList, selectOne, selectPage, selectValue } from '../src/orm/index.ts';
import { Controller, Get, Type, type Ctx } from '../src/web/index.ts';

// `npm run types` compiles this file. An inference that breaks is a compile error here.

class Item {
  id!: number;
  title!: string;
}
class ItemMapper extends BaseMapper<Item> {}
abstract class Leave {
  abstract days(): number;
}

/** Tokens in `inject` give the types of the constructor's parameters, in order. */
expectTypeOf<
  Injected<
    [
      typeof ItemMapper,
      ReturnType<typeof optional<Leave>>,
      ReturnType<typeof all<Leave>>,
      ReturnType<typeof locate<Leave>>,
    ]
  >
>().toEqualTypeOf<[ItemMapper, Leave | undefined, readonly Leave[], Located<Leave>]>();

@Service({ inject: [ItemMapper, optional(Leave)] })
export class Fits {
  readonly items: ItemMapper;
  constructor(items: ItemMapper, _leave: Leave | undefined) {
    this.items = items;
  }
}

// @ts-expect-error the second parameter may be undefined
@Service({ inject: [ItemMapper, optional(Leave)] })
export class DoesNotFit {
  readonly items: ItemMapper;
  constructor(items: ItemMapper, _leave: Leave) {
    this.items = items;
  }
}

/** A mapper returns rows of its entity. */
declare const mapper: ItemMapper;
expectTypeOf(mapper.selectById(1)).resolves.toEqualTypeOf<Item | undefined>();
expectTypeOf(mapper.selectList({ title: 'a' })).resolves.toEqualTypeOf<Item[]>();
expectTypeOf(mapper.exists({ id: 1 })).resolves.toEqualTypeOf<boolean>();
expectTypeOf(mapper.updateById({ id: 1, title: 'b' })).resolves.toEqualTypeOf<number>();
// @ts-expect-error no such property
void mapper.selectList({ name: 'a' });
// @ts-expect-error a title is a string
void mapper.selectList({ title: 1 });

/** Declared statements carry result and parameters. */
export class Statements extends BaseMapper<Item> {
  readonly list = selectList<Item, { from: string }>();
  readonly one = selectOne<Item, { id: number }>();
  readonly page = selectPage<Item, { from: string }>();
  readonly count = selectValue<number, { from: string }>();
}
declare const statements: Statements;
expectTypeOf(statements.list({ from: 'a' })).resolves.toEqualTypeOf<Item[]>();
expectTypeOf(statements.one({ id: 1 })).resolves.toEqualTypeOf<Item | undefined>();
expectTypeOf(statements.page).returns.resolves.toEqualTypeOf<Page<Item>>();
expectTypeOf(statements.count({ from: 'a' })).resolves.toEqualTypeOf<number>();

/** A route's schema types its context. */
const schema = {
  params: Type.Object({ id: Type.Integer() }),
  query: Type.Object({ deep: Type.Optional(Type.Boolean()) }),
  body: Type.Object({ title: Type.String() }),
};

@Controller('/notes')
export class Notes {
  @Get('/:id', { schema })
  get({ params, query, body }: Ctx<typeof schema>): void {
    expectTypeOf(params).toEqualTypeOf<{ id: number }>();
    expectTypeOf(query.deep).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(body.title).toBeString();
  }
}

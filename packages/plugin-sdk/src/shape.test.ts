import { describe, expect, it } from 'vitest';
import { AuthIgnore, Permission } from './auth/index.ts';
import { all, optional, Service, type Page, type PageQuery } from './core/index.ts';
import {
  ACCESS,
  BEAN,
  CONTROLLER,
  ENTITY,
  FIELDS,
  inheritedFacts,
  LOGGED,
  MAPPER,
  ownFact,
  ROUTES,
  TRANSACTIONS,
} from './host/index.ts';
import { Log } from './log/index.ts';
import {
  BaseMapper,
  Mapper,
  TableField,
  TableId,
  TableLogic,
  TableName,
  Transactional,
} from './orm/index.ts';
import { BaseController, Controller, Get, pageOf, Post, Type, type Ctx } from './web/index.ts';

@TableName('hello_item')
class HelloItem {
  @TableId() id!: number;
  @TableField() title!: string;
  @TableField('item_status') status!: 'open' | 'done';
  @TableLogic() deleted!: boolean;
}

@Mapper(HelloItem)
class HelloItemMapper extends BaseMapper<HelloItem> {}

abstract class HelloItemService {
  abstract page(query: { title?: string }, page: PageQuery): Promise<Page<HelloItem>>;
}
abstract class Members {
  abstract name(): string;
}

@Service({ as: HelloItemService, inject: [HelloItemMapper, optional(Members), all(Members)] })
class HelloItemServiceImpl extends HelloItemService {
  readonly items: HelloItemMapper;
  readonly members?: Members;

  constructor(items: HelloItemMapper, members: Members | undefined, every: readonly Members[]) {
    super();
    this.items = items;
    this.members = members ?? every[0];
  }

  @Transactional() async page(query: { title?: string }, page: PageQuery) {
    return this.items.selectPage((q) => q.like('title', query.title).orderBy('id'), page);
  }
}

const listSchema = {
  query: Type.Object({ title: Type.Optional(Type.String()) }),
  response: pageOf(Type.Object({ id: Type.Integer() })),
};
const addSchema = { body: Type.Object({ title: Type.String() }) };

@Controller('/hello/item', { inject: [HelloItemService] })
class HelloItemController extends BaseController {
  readonly service: HelloItemService;

  constructor(service: HelloItemService) {
    super();
    this.service = service;
  }

  @Get('/list', { schema: listSchema })
  @Permission('hello:item:list')
  list({ query, page }: Ctx<typeof listSchema>) {
    return this.service.page(query, page);
  }

  @Post('', { schema: addSchema })
  @Log({ title: 'Add an item' })
  add({ body }: Ctx<typeof addSchema>) {
    return this.ok(body.title.length);
  }
}

@Controller('/open/hello')
@AuthIgnore()
class HelloOpenController {
  @Get('/greet') greet({ query }: Ctx) {
    return `Hello, ${query.name ?? 'world'}`;
  }
}

// Code that authors may not write.
// @ts-expect-error the constructor does not take what is injected
@Service({ inject: [HelloItemMapper] })
class WrongInjection {
  readonly page: Page<string>;

  constructor(page: Page<string>) {
    this.page = page;
  }
}
// @ts-expect-error the class is not what it answers as
@Service({ as: HelloItemService })
class WrongToken {
  readonly other = 1;
}

describe('the shape of a plugin (design 3.11)', () => {
  it('creates a bean with tokens and dependencies', () => {
    expect(ownFact(HelloItemServiceImpl, BEAN)).toMatchObject({
      kind: 'service',
      options: { as: HelloItemService, inject: [HelloItemMapper, { kind: 'optional' }, { kind: 'all' }] },
    });
    expect(ownFact(HelloItemMapper, MAPPER)?.entity).toBe(HelloItem);
    expect(ownFact(WrongInjection, BEAN)?.kind).toBe('service');
    expect(ownFact(WrongToken, BEAN)?.kind).toBe('service');
  });

  it('describes routes, access and audit titles', () => {
    expect(ownFact(HelloItemController, CONTROLLER)).toEqual({ prefix: '/hello/item' });
    expect(ownFact(HelloItemController, ROUTES)).toMatchObject([
      { method: 'GET', path: '/list', handler: 'list', schema: listSchema },
      { method: 'POST', path: '', handler: 'add' },
    ]);
    expect(ownFact(HelloItemController, ACCESS)?.get('list')).toBe('hello:item:list');
    expect(ownFact(HelloItemController, LOGGED)?.get('add')).toBe('Add an item');
    expect(ownFact(HelloOpenController, ACCESS)?.get(undefined)).toBe('public');
  });

  it('maps an entity', () => {
    expect(ownFact(HelloItem, ENTITY)).toEqual({ table: 'hello_item' });
    expect(ownFact(HelloItem, FIELDS)).toEqual([
      { name: 'id', column: undefined, type: undefined, role: 'id' },
      { name: 'title', column: undefined, type: undefined, role: 'plain' },
      { name: 'status', column: 'item_status', type: undefined, role: 'plain' },
      { name: 'deleted', column: undefined, type: undefined, role: 'logicalDelete' },
    ]);
  });

  it('separates the facts of a base class from those of the class', () => {
    class Base {
      @Get('/base') base() {
        return 1;
      }
    }
    class Derived extends Base {
      @Get('/derived') derived() {
        return 2;
      }
    }
    expect(ownFact(Derived, ROUTES)?.map((route) => route.path)).toEqual(['/derived']);
    expect(
      inheritedFacts(Derived, ROUTES)
        .flat()
        .map((route) => route.path),
    ).toEqual(['/base', '/derived']);
    expect(ownFact(class Plain extends Base {}, ROUTES)).toBeUndefined();
  });

  it('runs a transactional method through the host, also when the object calls itself', async () => {
    const calls: unknown[] = [];
    class Ledger {
      @Transactional({ propagation: 'requiresNew' }) async book(amount: number) {
        return amount;
      }
      async bookTwice(amount: number) {
        return (await this.book(amount)) + (await this.book(amount));
      }
    }
    const ledger = new Ledger();
    expect(await ledger.book(1)).toBe(1);
    ownFact(Ledger, TRANSACTIONS)!.run = (work, options) => {
      calls.push(options);
      return work();
    };
    expect(await ledger.bookTwice(2)).toBe(4);
    expect(calls).toEqual([{ propagation: 'requiresNew' }, { propagation: 'requiresNew' }]);
  });

  it('explains that a mapper needs a database', () => {
    expect(() => new HelloItemMapper().selectById(1)).toThrow(
      expect.objectContaining({ code: 'MAPPER_NOT_BOUND' }),
    );
  });
});

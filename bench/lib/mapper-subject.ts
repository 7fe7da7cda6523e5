import { bindToDatabase, mapperXml } from '../../server/src/plugin-runtime/testing/bind-mapper.ts';
import { requestContext } from '../../server/src/kernel/index.ts';
import { openTestDatabase } from '../../server/src/data/testing/open.ts';
import type { DatabaseConfig } from '../../server/src/data/dialects/config.ts';
import {
  BaseMapper,
  execute,
  Mapper,
  selectList,
  selectOne,
  TableField,
  TableId,
  TableName,
} from '@platform/plugin-sdk/orm';

@TableName('bench_item')
class BenchItem {
  @TableId() id!: number;
  @TableField() title!: string;
  @TableField() itemStatus!: string;
  @TableField({ type: 'boolean' }) paid!: boolean;
  @TableField({ type: 'decimal' }) price!: string;
  @TableField() createTime!: string;
}

interface Filter {
  readonly status?: string;
  readonly from?: number;
  readonly ids?: readonly number[];
}

@Mapper(BenchItem)
class BenchItemMapper extends BaseMapper<BenchItem> {
  readonly one = selectOne<BenchItem, { id: number }>();
  readonly list = selectList<BenchItem, Filter>();
  readonly rename = execute<{ id: number; title?: string; paid?: boolean }>();
}

const XML = mapperXml(`
  <sql id="columns">id, title, item_status, paid, price, create_time</sql>
  <select id="one" resultType="cn.platform.shop.BenchItem">
    select <include refid="columns"/> from bench_item where id = #{id}
  </select>
  <select id="list" resultType="cn.platform.shop.BenchItem">
    select <include refid="columns"/> from bench_item
    <where>
      <if test="status != null and status != ''">and item_status = #{status}</if>
      <if test="from != null">and id &gt;= #{from}</if>
      <if test="ids != null">and id in <foreach collection="ids" item="id" open="(" separator="," close=")">#{id}</foreach></if>
    </where>
    order by id limit 50
  </select>
  <update id="rename">
    update bench_item
    <set>
      <if test="title != null">title = #{title},</if>
      <if test="paid != null">paid = #{paid},</if>
    </set>
    where id = #{id}
  </update>
`);

const TABLE = `create table bench_item (id bigint not null primary key, tenant_id varchar(20) not null, title varchar(50) not null,
  item_status varchar(20) not null, paid boolean not null, price decimal(10,2) not null, create_time timestamp(3) null, update_time timestamp(3) null)`;

export const TENANT = '000000';

/** Runs work as a request of {@link TENANT} would. */
export const asTenant = <T>(work: () => Promise<T>): Promise<T> =>
  requestContext.run({ requestId: 'bench', tenantId: TENANT, user: undefined }, work);

/** A mapper with its statements on a new table of 2,000 rows, half of them another tenant's. */
export async function openSubject(config: DatabaseConfig) {
  const database = await openTestDatabase(config);
  const rows = Array.from({ length: 2000 }, (_, id) => {
    const tenant = id % 2 === 0 ? TENANT : 'other';
    return `(${id}, '${tenant}', 'Title ${id}', '${id % 4 < 2 ? 'open' : 'done'}', ${id % 3 === 0}, ${id}.50, '2026-01-31 08:00:00.000')`;
  });
  await database.executeScript(
    `${TABLE};\ninsert into bench_item (id, tenant_id, title, item_status, paid, price, create_time) values ${rows.join()};`,
  );
  const mapper = await bindToDatabase(new BenchItemMapper(), database, XML);
  return { database, mapper };
}

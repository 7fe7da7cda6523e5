import { expect, it } from 'vitest';
import { mysqlOnly } from './mysql-only.ts';

const SCRIPT = `create table if not exists \`shop_item\` (
  id bigint unsigned not null auto_increment,
  title varchar(50) comment 'shown',
  created datetime default current_timestamp on update current_timestamp,
  primary key (id),
  key idx_title (title),
  unique key uk_title (title)
) engine=InnoDB default charset=utf8mb4;
alter table shop_item modify title text;
insert ignore into shop_item (id) values (1);
insert into shop_item (id) values (1) on duplicate key update title = date_format(now(), '%Y');
replace into shop_item (id) values (ifnull(null, 1));`;
const seen = (sql: string, dialect: 'sqlite' | 'mysql' | 'postgres'): string[] =>
  mysqlOnly(sql, dialect).map(({ line, what }) => `${line} ${what}`);
const COMMON = [
  '2 AUTO_INCREMENT',
  '3 COMMENT',
  '4 ON UPDATE CURRENT_TIMESTAMP',
  '6 KEY',
  '7 UNIQUE KEY',
  '8 ENGINE',
  '8 CHARSET',
  '9 MODIFY',
  '10 INSERT IGNORE',
  '11 ON DUPLICATE KEY UPDATE',
  '11 DATE_FORMAT()',
];

it('finds syntax of MySQL that SQLite does not have', () => {
  expect(seen(SCRIPT, 'sqlite')).toEqual(COMMON);
  expect(seen(SCRIPT, 'mysql')).toEqual([]);
});

it('finds what PostgreSQL lacks besides', () => {
  const more = seen(SCRIPT, 'postgres').filter((line) => !COMMON.includes(line));
  expect(more).toEqual([
    '1 a name in `back quotes`',
    '2 UNSIGNED',
    '4 the type DATETIME',
    '12 REPLACE',
    '12 IFNULL()',
  ]);
});

it('leaves portable scripts alone', () => {
  const portable = `-- engine=InnoDB auto_increment
create table if not exists shop_a (
  id bigint primary key, key varchar(20), comment varchar(200), engine varchar(9), year int, "index" int,
  parent bigint references shop_a (id) on update cascade, ratio double precision, modify int);
alter table shop_a add column if not exists charset varchar(20);
create index if not exists shop_i on shop_a (key);
update shop_a set engine = 'a', comment = 'auto_increment' where comment = 'on duplicate key';
insert into shop_a (id, comment) select 1, 'x' where not exists (select 1 from shop_a where engine = 'x');`;
  expect(seen(portable, 'sqlite')).toEqual([]);
  expect(seen(portable, 'postgres')).toEqual([]);
});

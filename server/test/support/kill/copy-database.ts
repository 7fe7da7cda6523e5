import { cpSync } from 'node:fs';
import { dirname } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { creators, type TestDatabase } from '../../../src/data/testing/servers.ts';

type Row = Record<string, string>;

/** A new database with what another holds, which nobody is connected to. */
export async function copyDatabase(source: TestDatabase): Promise<TestDatabase> {
  const copy = await creators[source.name]();
  try {
    if (source.config.type === 'sqlite' && copy.config.type === 'sqlite')
      cpSync(dirname(source.config.file), dirname(copy.config.file), { recursive: true });
    if (source.name === 'mysql') await copyMysql(source, copy);
    if (source.name === 'postgres') await copyPostgres(source, copy);
    return copy;
  } catch (error) {
    await copy.drop();
    throw error;
  }
}

async function copyMysql({ config: from }: TestDatabase, { config: to }: TestDatabase): Promise<void> {
  if (from.type === 'sqlite' || to.type === 'sqlite') return;
  const { host, port, user } = from;
  const connection = await mysql.createConnection({ host, port, user });
  try {
    const rows = async (sql: string): Promise<Row[]> =>
      (await connection.query<mysql.RowDataPacket[]>(sql))[0];
    const about = `where table_schema = '${from.name}'`;
    const [schema] = await rows(
      `select default_collation_name as collation from information_schema.schemata where schema_name = '${from.name}'`,
    );
    await connection.query(`alter database ${to.name} collate ${schema?.['collation'] ?? 'utf8mb4_bin'}`);
    const tables = await rows(`select table_name as name from information_schema.tables ${about}`);
    for (const { name } of tables) {
      await connection.query(`create table ${to.name}.\`${name}\` like ${from.name}.\`${name}\``);
      await connection.query(`insert into ${to.name}.\`${name}\` select * from ${from.name}.\`${name}\``);
    }
  } finally {
    await connection.end();
  }
}

async function copyPostgres({ config: from }: TestDatabase, { config: to }: TestDatabase): Promise<void> {
  if (from.type === 'sqlite' || to.type === 'sqlite') return;
  const { host, port, user } = from;
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`drop database ${to.name}`);
    await client.query(`create database ${to.name} template ${from.name}`);
  } finally {
    await client.end();
  }
}

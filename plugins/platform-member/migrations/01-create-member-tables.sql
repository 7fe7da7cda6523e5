-- Portable: the same on SQLite, MySQL, MariaDB and PostgreSQL. Scripts only go up and may run again.
CREATE TABLE IF NOT EXISTS member_member (
  id            BIGINT       NOT NULL PRIMARY KEY,
  tenant_id     VARCHAR(20)  NOT NULL DEFAULT '000000',
  name          VARCHAR(100) NOT NULL,
  phone         VARCHAR(30)  NOT NULL,
  member_level  VARCHAR(10)  NOT NULL DEFAULT 'bronze',
  points        INTEGER      NOT NULL DEFAULT 0,
  member_status VARCHAR(10)  NOT NULL DEFAULT 'active',
  member_source VARCHAR(100) NULL,
  deleted       BOOLEAN      NOT NULL DEFAULT FALSE,
  create_time   TIMESTAMP(3) NULL,
  update_time   TIMESTAMP(3) NULL,
  create_by     BIGINT       NULL,
  update_by     BIGINT       NULL
);

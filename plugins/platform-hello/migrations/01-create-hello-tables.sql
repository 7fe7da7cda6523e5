-- Portable: the same on SQLite, MySQL, MariaDB and PostgreSQL. Scripts only go up and may run again.
CREATE TABLE IF NOT EXISTS hello_item (
  id          BIGINT       NOT NULL PRIMARY KEY,
  tenant_id   VARCHAR(20)  NOT NULL DEFAULT '000000',
  title       VARCHAR(200) NOT NULL,
  item_status VARCHAR(10)  NOT NULL DEFAULT 'open',
  remark      VARCHAR(500) NULL,
  deleted     BOOLEAN      NOT NULL DEFAULT FALSE,
  create_time TIMESTAMP(3) NULL,
  update_time TIMESTAMP(3) NULL,
  create_by   BIGINT       NULL,
  update_by   BIGINT       NULL
);

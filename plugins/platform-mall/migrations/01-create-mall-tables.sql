-- Portable: the same on SQLite, MySQL, MariaDB and PostgreSQL. Scripts only go up and may run again.
-- Amounts are whole cents. A UNIQUE that ends with id is an index: the portable way to write one that may run again.
CREATE TABLE IF NOT EXISTS mall_category (
  id            BIGINT       NOT NULL PRIMARY KEY,
  tenant_id     VARCHAR(20)  NOT NULL DEFAULT '000000',
  name          VARCHAR(60)  NOT NULL,
  sort_order    INTEGER      NOT NULL DEFAULT 0,
  enabled       BOOLEAN      NOT NULL DEFAULT TRUE,
  deleted       BOOLEAN      NOT NULL DEFAULT FALSE,
  create_time   TIMESTAMP(3) NULL,
  update_time   TIMESTAMP(3) NULL,
  create_by     BIGINT       NULL,
  update_by     BIGINT       NULL
);

CREATE TABLE IF NOT EXISTS mall_product (
  id             BIGINT        NOT NULL PRIMARY KEY,
  tenant_id      VARCHAR(20)   NOT NULL DEFAULT '000000',
  category_id    BIGINT        NOT NULL,
  name           VARCHAR(120)  NOT NULL,
  description    VARCHAR(2000) NULL,
  price_cents    BIGINT        NOT NULL,
  stock          INTEGER       NOT NULL DEFAULT 0,
  sold           INTEGER       NOT NULL DEFAULT 0,
  product_status VARCHAR(10)   NOT NULL DEFAULT 'draft',
  row_version    INTEGER       NOT NULL DEFAULT 0,
  deleted        BOOLEAN       NOT NULL DEFAULT FALSE,
  create_time    TIMESTAMP(3)  NULL,
  update_time    TIMESTAMP(3)  NULL,
  create_by      BIGINT        NULL,
  update_by      BIGINT        NULL,
  UNIQUE (tenant_id, product_status, category_id, id)
);

CREATE TABLE IF NOT EXISTS mall_promotion (
  id               BIGINT       NOT NULL PRIMARY KEY,
  tenant_id        VARCHAR(20)  NOT NULL DEFAULT '000000',
  name             VARCHAR(100) NOT NULL,
  discount_percent INTEGER      NOT NULL,
  start_time       TIMESTAMP(3) NOT NULL,
  end_time         TIMESTAMP(3) NOT NULL,
  promotion_status VARCHAR(10)  NOT NULL DEFAULT 'scheduled',
  deleted          BOOLEAN      NOT NULL DEFAULT FALSE,
  create_time      TIMESTAMP(3) NULL,
  update_time      TIMESTAMP(3) NULL,
  create_by        BIGINT       NULL,
  update_by        BIGINT       NULL
);

CREATE TABLE IF NOT EXISTS mall_promotion_product (
  id           BIGINT      NOT NULL PRIMARY KEY,
  tenant_id    VARCHAR(20) NOT NULL DEFAULT '000000',
  promotion_id BIGINT      NOT NULL,
  product_id   BIGINT      NOT NULL,
  UNIQUE (tenant_id, promotion_id, product_id)
);

CREATE TABLE IF NOT EXISTS mall_coupon (
  id              BIGINT       NOT NULL PRIMARY KEY,
  tenant_id       VARCHAR(20)  NOT NULL DEFAULT '000000',
  name            VARCHAR(100) NOT NULL,
  amount_cents    BIGINT       NOT NULL,
  threshold_cents BIGINT       NOT NULL DEFAULT 0,
  total_count     INTEGER      NOT NULL,
  claimed_count   INTEGER      NOT NULL DEFAULT 0,
  valid_from      TIMESTAMP(3) NOT NULL,
  valid_until     TIMESTAMP(3) NOT NULL,
  coupon_status   VARCHAR(10)  NOT NULL DEFAULT 'active',
  deleted         BOOLEAN      NOT NULL DEFAULT FALSE,
  create_time     TIMESTAMP(3) NULL,
  update_time     TIMESTAMP(3) NULL,
  create_by       BIGINT       NULL,
  update_by       BIGINT       NULL
);

CREATE TABLE IF NOT EXISTS mall_user_coupon (
  id                 BIGINT       NOT NULL PRIMARY KEY,
  tenant_id          VARCHAR(20)  NOT NULL DEFAULT '000000',
  coupon_id          BIGINT       NOT NULL,
  user_id            BIGINT       NOT NULL,
  user_coupon_status VARCHAR(10)  NOT NULL DEFAULT 'unused',
  order_no           VARCHAR(32)  NULL,
  expire_time        TIMESTAMP(3) NOT NULL,
  create_time        TIMESTAMP(3) NULL,
  update_time        TIMESTAMP(3) NULL,
  UNIQUE (tenant_id, coupon_id, user_id)
);

CREATE TABLE IF NOT EXISTS mall_order (
  id              BIGINT       NOT NULL PRIMARY KEY,
  tenant_id       VARCHAR(20)  NOT NULL DEFAULT '000000',
  order_no        VARCHAR(32)  NOT NULL,
  request_key     VARCHAR(64)  NOT NULL,
  user_id         BIGINT       NOT NULL,
  user_name       VARCHAR(100) NOT NULL,
  receiver        VARCHAR(100) NOT NULL,
  phone           VARCHAR(30)  NOT NULL,
  address         VARCHAR(300) NOT NULL,
  remark          VARCHAR(300) NULL,
  order_status    VARCHAR(10)  NOT NULL DEFAULT 'unpaid',
  placed_on       VARCHAR(10)  NOT NULL,
  goods_cents     BIGINT       NOT NULL,
  promotion_cents BIGINT       NOT NULL DEFAULT 0,
  coupon_cents    BIGINT       NOT NULL DEFAULT 0,
  pay_cents       BIGINT       NOT NULL,
  user_coupon_id  BIGINT       NULL,
  pay_no          VARCHAR(64)  NULL,
  channel         VARCHAR(30)  NULL,
  points          INTEGER      NOT NULL DEFAULT 0,
  carrier         VARCHAR(30)  NULL,
  tracking_no     VARCHAR(60)  NULL,
  paid_time       TIMESTAMP(3) NULL,
  shipped_time    TIMESTAMP(3) NULL,
  completed_time  TIMESTAMP(3) NULL,
  create_time     TIMESTAMP(3) NULL,
  update_time     TIMESTAMP(3) NULL,
  create_by       BIGINT       NULL,
  update_by       BIGINT       NULL,
  UNIQUE (tenant_id, order_no),
  UNIQUE (tenant_id, user_id, request_key),
  UNIQUE (tenant_id, order_status, create_time, id),
  UNIQUE (tenant_id, placed_on, id)
);

CREATE TABLE IF NOT EXISTS mall_order_item (
  id           BIGINT       NOT NULL PRIMARY KEY,
  tenant_id    VARCHAR(20)  NOT NULL DEFAULT '000000',
  order_id     BIGINT       NOT NULL,
  product_id   BIGINT       NOT NULL,
  product_name VARCHAR(120) NOT NULL,
  price_cents  BIGINT       NOT NULL,
  quantity     INTEGER      NOT NULL,
  amount_cents BIGINT       NOT NULL,
  UNIQUE (tenant_id, order_id, product_id)
);

CREATE TABLE IF NOT EXISTS mall_order_log (
  id            BIGINT       NOT NULL PRIMARY KEY,
  tenant_id     VARCHAR(20)  NOT NULL DEFAULT '000000',
  order_id      BIGINT       NOT NULL,
  action        VARCHAR(20)  NOT NULL,
  operator_name VARCHAR(100) NULL,
  note          VARCHAR(300) NULL,
  create_time   TIMESTAMP(3) NULL,
  UNIQUE (tenant_id, order_id, id)
);

CREATE TABLE IF NOT EXISTS mall_daily_stat (
  id           BIGINT       NOT NULL PRIMARY KEY,
  tenant_id    VARCHAR(20)  NOT NULL DEFAULT '000000',
  stat_date    VARCHAR(10)  NOT NULL,
  orders       INTEGER      NOT NULL DEFAULT 0,
  paid_orders  INTEGER      NOT NULL DEFAULT 0,
  buyers       INTEGER      NOT NULL DEFAULT 0,
  sales_cents  BIGINT       NOT NULL DEFAULT 0,
  refund_cents BIGINT       NOT NULL DEFAULT 0,
  create_time  TIMESTAMP(3) NULL,
  update_time  TIMESTAMP(3) NULL,
  UNIQUE (tenant_id, stat_date)
);

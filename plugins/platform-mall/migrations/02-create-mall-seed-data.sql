INSERT INTO mall_category (id, tenant_id, name, sort_order, create_time, update_time)
SELECT 1, '000000', 'Tea', 10, '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_category WHERE id = 1);

INSERT INTO mall_category (id, tenant_id, name, sort_order, create_time, update_time)
SELECT 2, '000000', 'Tableware', 20, '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_category WHERE id = 2);

INSERT INTO mall_category (id, tenant_id, name, sort_order, create_time, update_time)
SELECT 3, '000000', 'Books', 30, '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_category WHERE id = 3);

INSERT INTO mall_product (id, tenant_id, category_id, name, description, price_cents, stock, product_status, create_time, update_time)
SELECT 1, '000000', 1, 'Longjing green tea, 100 g', 'Pan-fired before the spring rains.', 6800, 120, 'onSale', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_product WHERE id = 1);

INSERT INTO mall_product (id, tenant_id, category_id, name, description, price_cents, stock, product_status, create_time, update_time)
SELECT 2, '000000', 1, 'Darjeeling first flush, 100 g', 'Light, with a scent of flowers.', 5200, 80, 'onSale', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_product WHERE id = 2);

INSERT INTO mall_product (id, tenant_id, category_id, name, description, price_cents, stock, product_status, create_time, update_time)
SELECT 3, '000000', 2, 'Porcelain teapot', 'For four cups; the lid holds when it is poured.', 15900, 24, 'onSale', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_product WHERE id = 3);

INSERT INTO mall_product (id, tenant_id, category_id, name, description, price_cents, stock, product_status, create_time, update_time)
SELECT 4, '000000', 2, 'Bamboo tray', 'Catches what is spilt.', 8900, 6, 'onSale', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_product WHERE id = 4);

INSERT INTO mall_product (id, tenant_id, category_id, name, description, price_cents, stock, product_status, create_time, update_time)
SELECT 5, '000000', 3, 'The Book of Tea', 'Okakura Kakuzo, with drawings.', 1890, 60, 'onSale', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_product WHERE id = 5);

INSERT INTO mall_promotion (id, tenant_id, name, discount_percent, start_time, end_time, promotion_status, create_time, update_time)
SELECT 1, '000000', 'Tableware days', 20, '2026-01-01 00:00:00', '2037-12-31 00:00:00', 'running', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_promotion WHERE id = 1);

INSERT INTO mall_promotion_product (id, tenant_id, promotion_id, product_id)
SELECT 1, '000000', 1, 3
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_promotion_product WHERE id = 1);

INSERT INTO mall_coupon (id, tenant_id, name, amount_cents, threshold_cents, total_count, valid_from, valid_until, create_time, update_time)
SELECT 1, '000000', 'Welcome', 1000, 5000, 1000, '2026-01-01 00:00:00', '2037-12-31 00:00:00', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM mall_coupon WHERE id = 1);

-- Site configuration, answered by GET /open/mall/config, and the settings of the shop.
INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120201, '000000', 'Site name', 'mall.name', 'Mall', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.name');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120202, '000000', 'Site name in English', 'mall.nameEn', 'Mall', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.nameEn');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120203, '000000', 'Site description', 'mall.description', 'Tea, and what goes with it.', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.description');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120204, '000000', 'Copyright line', 'mall.copyright', 'Apache License 2.0', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.copyright');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120205, '000000', 'Registration number', 'mall.icp', '', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.icp');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120206, '000000', 'Logo address', 'mall.logo', '', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.logo');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120207, '000000', 'Icon address', 'mall.favicon', '', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.favicon');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120208, '000000', 'Background image address', 'mall.backgroundImage', '', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.backgroundImage');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120209, '000000', 'Currency of all amounts', 'mall.currency', 'EUR', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.currency');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120210, '000000', 'Minutes after which an unpaid order is cancelled', 'mall.order.cancelMinutes', '30', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.order.cancelMinutes');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120211, '000000', 'Days after which a shipped order counts as received', 'mall.order.receiveDays', '7', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.order.receiveDays');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120212, '000000', 'Points for each whole unit of money paid', 'mall.points.perUnit', '1', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.points.perUnit');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 120213, '000000', 'Stock at which a product is reported as running low', 'mall.stock.low', '10', 'mall'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'mall.stock.low');

-- Site configuration, answered by GET /open/hello/config: eight base properties, and whatever else begins with hello.
INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110001, '000000', 'Site name', 'hello.name', 'Hello', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.name');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110002, '000000', 'Site name in English', 'hello.nameEn', 'Hello', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.nameEn');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110003, '000000', 'Site description', 'hello.description', 'The sample application of the platform.', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.description');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110004, '000000', 'Copyright line', 'hello.copyright', 'Apache License 2.0', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.copyright');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110005, '000000', 'Registration number', 'hello.icp', '', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.icp');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110006, '000000', 'Logo address', 'hello.logo', '', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.logo');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110007, '000000', 'Icon address', 'hello.favicon', '', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.favicon');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110008, '000000', 'Background image address', 'hello.backgroundImage', '', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.backgroundImage');

INSERT INTO sys_config (config_id, tenant_id, config_name, config_key, config_value, config_category)
SELECT 110009, '000000', 'Greeting of the demonstration', 'hello.greeting', 'Welcome to the platform', 'hello'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM sys_config WHERE tenant_id = '000000' AND config_key = 'hello.greeting');

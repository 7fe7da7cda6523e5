INSERT INTO hello_item (id, tenant_id, title, item_status, remark, create_time, update_time)
SELECT 1, '000000', 'Read the getting started guide', 'open', 'It takes ten minutes.', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM hello_item WHERE id = 1);

INSERT INTO hello_item (id, tenant_id, title, item_status, remark, create_time, update_time)
SELECT 2, '000000', 'Install the hello application', 'done', NULL, '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM hello_item WHERE id = 2);

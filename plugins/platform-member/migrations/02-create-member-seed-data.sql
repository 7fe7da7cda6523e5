INSERT INTO member_member (id, tenant_id, name, phone, member_level, points, member_status, create_time, update_time)
SELECT 1, '000000', 'Ada Lovelace', '+44 20 7946 0101', 'gold', 5400, 'active', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM member_member WHERE id = 1);

INSERT INTO member_member (id, tenant_id, name, phone, member_level, points, member_status, create_time, update_time)
SELECT 2, '000000', 'Grace Hopper', '+1 202 555 0142', 'silver', 1850, 'active', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM member_member WHERE id = 2);

INSERT INTO member_member (id, tenant_id, name, phone, member_level, points, member_status, create_time, update_time)
SELECT 3, '000000', 'Lin Daiyu', '+86 21 5550 0199', 'bronze', 120, 'frozen', '2026-01-01 08:00:00', '2026-01-01 08:00:00'
FROM (SELECT 1 AS one) AS seed
WHERE NOT EXISTS (SELECT 1 FROM member_member WHERE id = 3);

-- The new tables stand behind the same wall as all others.
ALTER TABLE deleted_records ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE deleted_records FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON deleted_records USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE files FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON files USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- How people sort: case and accents come second, and 'Room 9' comes before 'Room 10'.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
--> statement-breakpoint
CREATE INDEX customers_name_idx ON customers (user_id, name COLLATE natural_order, id);
--> statement-breakpoint
CREATE INDEX items_name_idx ON items (user_id, name COLLATE natural_order, id);

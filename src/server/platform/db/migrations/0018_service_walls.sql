-- The archives of a user's data stand behind the same wall as all that is his.
ALTER TABLE data_exports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE data_exports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON data_exports USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));

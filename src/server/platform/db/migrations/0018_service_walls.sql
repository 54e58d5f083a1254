-- The archives of a user's data stand behind the same wall as all that is his.
ALTER TABLE data_exports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE data_exports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON data_exports USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- Whoever has signed in through another provider so far had an address that it vouched for; the bundled one has never asked.
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE users SET email_verified = true WHERE email IS NOT NULL AND issuer <> 'urn:billfold:bundled-provider';
--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;

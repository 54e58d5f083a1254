-- The new tables stand behind the same wall as all others.
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON webhook_endpoints USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE payment_refunds ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE payment_refunds FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON payment_refunds USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE payment_checks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE payment_checks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON payment_checks USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
-- From a webhook's address to its business: whoever names an exact token sees its one row.
CREATE POLICY by_token ON webhook_endpoints FOR SELECT USING (token = nullif(current_setting('app.token', true), ''));
--> statement-breakpoint
CREATE FUNCTION find_webhook_owner(named text) RETURNS TABLE (user_id integer, endpoint_id integer)
  LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.token', named, true);
  RETURN QUERY SELECT w.user_id, w.id FROM webhook_endpoints w WHERE w.token = named;
  PERFORM set_config('app.token', '', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_webhook_owner(text) FROM PUBLIC;

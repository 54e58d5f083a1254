-- Estimates that were there before begin their history with their own creation, and get the id of their public page.
ALTER TABLE estimates NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO estimate_events (user_id, estimate_id, at, kind, by)
  SELECT e.user_id, e.id, e.created_at, 'created', coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)
  FROM estimates e JOIN users u ON u.id = e.user_id;
--> statement-breakpoint
INSERT INTO public_estimates (public_id, user_id, estimate_id)
  SELECT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), e.user_id, e.id FROM estimates e;
--> statement-breakpoint
ALTER TABLE estimates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- The new tables stand behind the same wall as all others.
ALTER TABLE estimate_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE estimate_events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON estimate_events USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE estimate_emails ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE estimate_emails FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON estimate_emails USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE estimate_numbering ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE estimate_numbering FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON estimate_numbering USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE public_estimates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON public_estimates USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE public_estimates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- The third way across the wall, from a public id to an estimate: whoever names an exact one sees its one row.
CREATE POLICY by_public_id ON public_estimates FOR SELECT USING (public_id = nullif(current_setting('app.token', true), ''));
--> statement-breakpoint
CREATE FUNCTION find_public_estimate(token text) RETURNS TABLE (user_id integer, estimate_id integer)
  LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.token', token, true);
  RETURN QUERY SELECT p.user_id, p.estimate_id FROM public_estimates p WHERE p.public_id = token;
  PERFORM set_config('app.token', '', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_public_estimate(text) FROM PUBLIC;

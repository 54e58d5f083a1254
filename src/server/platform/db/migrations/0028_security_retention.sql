-- What happened to accounts is only ever added to by the app; after 400 days this forgets it, and nothing younger. The walls bind also the tables' owner, as
-- whom it runs: it goes from user to user. Called as one user, it sees him alone.
CREATE FUNCTION forget_old_security_events() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  whoever text := coalesce(current_setting('app.user_id', true), '');
  who integer;
  gone integer := 0;
  of_one integer;
BEGIN
  FOREACH who IN ARRAY (SELECT coalesce(array_agg(id), '{}') FROM users) LOOP
    PERFORM set_config('app.user_id', who::text, true);
    DELETE FROM security_events WHERE user_id = who AND at < now() - interval '400 days';
    GET DIAGNOSTICS of_one = ROW_COUNT;
    gone := gone + of_one;
  END LOOP;
  PERFORM set_config('app.user_id', whoever, true);
  RETURN gone;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_old_security_events() FROM PUBLIC;

-- What changes is told to the server's processes, which pass it on to the browsers of whoever it belongs to: whose it is and of what kind, and
-- nothing of what it says. PostgreSQL tells it with the commit, and of one transaction each thing once.
CREATE FUNCTION tell_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('billfold_live', json_build_object('u', whose.user_id, 't', TG_ARGV[0])::text)
  FROM (SELECT DISTINCT user_id FROM changed) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An attempt is asked about again and again, and mostly nothing is new.
CREATE FUNCTION tell_live_of_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('billfold_live', json_build_object('u', whose.user_id, 't', 'payments')::text)
  FROM (
    SELECT DISTINCT now_is.user_id FROM changed now_is JOIN earlier was USING (user_id, id)
    WHERE (was.status, was.amount, was.problem, was.found) IS DISTINCT FROM (now_is.status, now_is.amount, now_is.problem, now_is.found)
  ) whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_live_of_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('billfold_live', json_build_object('u', id, 't', TG_ARGV[0])::text) FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A session that ends takes its streams with it, at whichever process they are.
CREATE FUNCTION tell_live_of_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('billfold_live', json_build_object('u', whose.user_id, 't', 'sessions')::text)
  FROM (SELECT DISTINCT (sess ->> 'userId')::int AS user_id FROM changed) whose WHERE whose.user_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE pair text[];
BEGIN
  FOREACH pair SLICE 1 IN ARRAY ARRAY[
    ['customers', 'customers'], ['items', 'items'], ['expenses', 'expenses'], ['invoices', 'invoices'], ['estimates', 'estimates'],
    ['payments', 'payments'], ['payment_refunds', 'payments'], ['payment_checks', 'payments'], ['payment_credentials', 'profile'],
    ['business_profiles', 'profile'], ['statement_emails', 'statements']
  ] LOOP
    EXECUTE format('CREATE TRIGGER live_added AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER live_changed AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live(%L)', pair[1], pair[2]);
    EXECUTE format('CREATE TRIGGER live_removed AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live(%L)', pair[1], pair[2]);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TRIGGER live_added AFTER INSERT ON payment_attempts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live('payments');
--> statement-breakpoint
CREATE TRIGGER live_changed AFTER UPDATE ON payment_attempts REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_attempts();
--> statement-breakpoint
CREATE TRIGGER live_changed AFTER UPDATE ON users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_users('account');
--> statement-breakpoint
CREATE TRIGGER live_removed AFTER DELETE ON users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_users('sessions');
--> statement-breakpoint
CREATE TRIGGER live_removed AFTER DELETE ON sessions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_live_of_sessions();

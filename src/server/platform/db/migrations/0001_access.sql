-- What drizzle cannot describe: row-level security, functions and views. Every function runs with the rights of its caller, unless it says otherwise.

-- Tenant isolation by the database. Every table with a user_id shows and accepts only rows of the user in `app.user_id`, which each transaction sets for
-- itself; without a user it shows nothing. FORCE applies it to the owner of the tables as well.
CREATE FUNCTION app_user_id() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.user_id', true), '')::bigint;
--> statement-breakpoint
DO $$
DECLARE tenant_table text;
BEGIN
  FOR tenant_table IN
    SELECT c.table_name FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.column_name = 'user_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id())', tenant_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- Sign-in finds a user before there is one; from then on a transaction sees its own user only.
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_user ON users USING (app_user_id() IS NULL OR id = app_user_id());
--> statement-breakpoint

-- The cross-tenant lookups: from the id of a public page to its document, and from the address of a webhook to its business. The exact token shows its one
-- row; the setting is reset when the function returns.
CREATE POLICY by_public_id ON public_links FOR SELECT USING (public_id = nullif(current_setting('app.token', true), ''));
--> statement-breakpoint
CREATE FUNCTION find_public_document(token text, document_type text) RETURNS TABLE (user_id bigint, document_id bigint)
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.token', token, true);
  RETURN QUERY SELECT l.user_id, l.document_id FROM public_links l WHERE l.public_id = token AND l.type = document_type;
  PERFORM set_config('app.token', '', true);
END $$;
--> statement-breakpoint
CREATE POLICY by_token ON webhook_endpoints FOR SELECT USING (token = nullif(current_setting('app.token', true), ''));
--> statement-breakpoint
CREATE FUNCTION find_webhook_owner(named text) RETURNS TABLE (user_id bigint, endpoint_id bigint)
  LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.token', named, true);
  RETURN QUERY SELECT w.user_id, w.id FROM webhook_endpoints w WHERE w.token = named;
  PERFORM set_config('app.token', '', true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_public_document(text, text), find_webhook_owner(text) FROM PUBLIC;
--> statement-breakpoint

-- The displayed status of a document on a day: a sent document past its due or expiry date is overdue or expired. `hasLapsed` in
-- shared/document-status.ts is the same rule in TypeScript; nothing else computes it.
CREATE FUNCTION document_status(status text, due_date date, expiry_date date, today date) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN status <> 'sent' THEN status WHEN due_date < today THEN 'overdue' WHEN expiry_date < today THEN 'expired' ELSE status END;
--> statement-breakpoint
-- What was paid for documents: `received` is the sum of their succeeded payments, `paid` is what is left after refunds, `provider` is a provider that took
-- one of them. Documents without payments have no row. Nothing else computes it.
CREATE VIEW document_balance WITH (security_invoker = true) AS
  SELECT user_id, document_id, sum(amount) AS received, sum(amount - refunded) AS paid, max(provider) FILTER (WHERE provider <> 'manual') AS provider
  FROM payments WHERE status = 'succeeded' GROUP BY user_id, document_id;
--> statement-breakpoint

-- People's order of names: case and accents come second, and 'Room 9' comes before 'Room 10'.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');
--> statement-breakpoint
CREATE INDEX customers_name_idx ON customers (user_id, name COLLATE natural_order, id);
--> statement-breakpoint
CREATE INDEX items_name_idx ON items (user_id, name COLLATE natural_order, id);
--> statement-breakpoint
-- Counting must not wait for the disk, and a count that a crash loses does no harm.
ALTER TABLE rate_counts SET UNLOGGED;
--> statement-breakpoint

-- Where a job stands in its lane: the lower, the sooner. An account's next job comes after all that it has waiting, so accounts are served in turns; and no
-- job comes before the turn that is being served, so an account with many jobs waits for its turn and not for an idle moment (start-time fair queueing).
-- Jobs of no account (0) have no turns among themselves. `except_id`: a job that is about to be replaced.
CREATE FUNCTION job_turn(in_lane text, account text, except_id bigint) RETURNS integer
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
DECLARE
  served integer;
  own_last integer;
BEGIN
  -- Scheduled and repeated jobs (run_at > created_at) have a turn of another time, which says nothing about the present one.
  SELECT min(waiting.priority) INTO served FROM (
    SELECT priority FROM graphile_worker._private_jobs
    WHERE is_available AND payload ->> 'lane' = in_lane AND run_at <= now() AND run_at <= created_at
    ORDER BY run_at LIMIT 1000) waiting;
  IF account <> '0' THEN
    SELECT max(priority) INTO own_last FROM graphile_worker._private_jobs
    WHERE payload ->> 'userId' = account AND payload ->> 'lane' = in_lane AND attempts < max_attempts AND (run_at <= now() OR attempts > 0)
      AND id IS DISTINCT FROM except_id;
  END IF;
  -- A smallint in the queue; beyond the bound jobs run in the order of their time.
  RETURN least(greatest(coalesce(served, 0), coalesce(own_last + 1, 0)), 30000);
END $$;
--> statement-breakpoint
-- Queues a job in the transaction of the change that needs it. Runs as the owner of the queue's tables, so a job can only be queued for the transaction's own
-- user. The flag names the account, so that a worker can skip accounts with enough running jobs. Scheduled jobs run first when their time comes.
CREATE FUNCTION enqueue_job(task text, payload json, job_key text DEFAULT NULL, run_at timestamptz DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  account text := payload ->> 'userId';
  in_lane text := payload ->> 'lane';
  is_later boolean := enqueue_job.run_at IS NOT NULL AND enqueue_job.run_at > now();
BEGIN
  IF app_user_id() IS NOT NULL AND account::bigint IS DISTINCT FROM app_user_id() THEN
    RAISE EXCEPTION 'a job for another user';
  END IF;
  PERFORM graphile_worker.add_job(task, payload => payload, job_key => enqueue_job.job_key, run_at => enqueue_job.run_at, max_attempts => 20,
    priority => CASE WHEN is_later OR in_lane IS NULL THEN 0
      ELSE job_turn(in_lane, account, (SELECT id FROM graphile_worker._private_jobs WHERE key = enqueue_job.job_key)) END,
    flags => CASE WHEN account <> '0' THEN ARRAY['user:' || account] END);
END $$;
--> statement-breakpoint
-- How many jobs of the transaction's user wait in a lane, counted up to a bound. Runs as the owner of the queue's tables.
CREATE FUNCTION waiting_jobs(in_lane text, up_to integer) RETURNS integer
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN (SELECT count(*)::integer FROM (
    SELECT 1 FROM graphile_worker._private_jobs
    WHERE payload ->> 'userId' = app_user_id()::text AND payload ->> 'lane' = in_lane AND attempts < max_attempts AND (run_at <= now() OR attempts > 0)
    LIMIT up_to) waiting);
END $$;
--> statement-breakpoint
-- Deletes security events after 400 days; the app's role may only insert them. Runs as the tables' owner, to which row-level security applies as well, so it
-- goes from user to user. Called in a transaction of one user, it sees that user alone.
CREATE FUNCTION delete_old_security_events() RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  user_before text := coalesce(current_setting('app.user_id', true), '');
  each_user bigint;
  deleted integer := 0;
  of_one integer;
BEGIN
  FOREACH each_user IN ARRAY (SELECT coalesce(array_agg(id), '{}') FROM users) LOOP
    PERFORM set_config('app.user_id', each_user::text, true);
    DELETE FROM security_events WHERE user_id = each_user AND at < now() - interval '400 days';
    GET DIAGNOSTICS of_one = ROW_COUNT;
    deleted := deleted + of_one;
  END LOOP;
  PERFORM set_config('app.user_id', user_before, true);
  RETURN deleted;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION job_turn(text, text, bigint), enqueue_job(text, json, text, timestamptz), waiting_jobs(text, integer), delete_old_security_events()
  FROM PUBLIC;

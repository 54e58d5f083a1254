-- Where a job stands in its lane: the lower, the sooner. An account's next job stands behind all that it has waiting already, so accounts are served in
-- turns; and no job stands before the turn that is being served, so an account with many jobs waits for its turn and not for an idle moment
-- (start-time fair queueing). Jobs of no account (0) have no turns among themselves. `except_id`: a job that is about to take the answer.
CREATE FUNCTION job_turn(in_lane text, account text, except_id bigint) RETURNS integer
  LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
AS $$
DECLARE
  served integer;
  own_last integer;
BEGIN
  -- Scheduled and repeated jobs (run_at > created_at) bring a turn of another time, which says nothing of the present one.
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
-- Queues a job in the transaction of the change that wants it. A job can only be queued for the user that the transaction names. The flag says whose it
-- is, so that a worker can leave out accounts that have enough of their jobs running. What is scheduled for later is due first when its time comes.
CREATE OR REPLACE FUNCTION enqueue_job(task text, payload json, job_key text DEFAULT NULL, run_at timestamptz DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  account text := payload ->> 'userId';
  in_lane text := payload ->> 'lane';
  is_later boolean := enqueue_job.run_at IS NOT NULL AND enqueue_job.run_at > now();
BEGIN
  IF app_user_id() IS NOT NULL AND account::integer IS DISTINCT FROM app_user_id() THEN
    RAISE EXCEPTION 'a job for another user';
  END IF;
  PERFORM graphile_worker.add_job(task, payload => payload, job_key => enqueue_job.job_key, run_at => enqueue_job.run_at, max_attempts => 20,
    priority => CASE WHEN is_later OR in_lane IS NULL THEN 0
      ELSE job_turn(in_lane, account, (SELECT id FROM graphile_worker._private_jobs WHERE key = enqueue_job.job_key)) END,
    flags => CASE WHEN account <> '0' THEN ARRAY['user:' || account] END);
END $$;
--> statement-breakpoint
-- How many jobs of the user that the transaction names wait in a lane, counted up to a bound.
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
REVOKE ALL ON FUNCTION job_turn(text, text, bigint), waiting_jobs(text, integer) FROM PUBLIC;

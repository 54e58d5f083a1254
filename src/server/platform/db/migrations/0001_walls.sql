-- Whose row it is, asked by the database itself. Every table with a user_id answers only to the user that the transaction names
-- in app.user_id (transaction-local); without a name it shows nothing. FORCE makes the owner of the tables obey as well.

CREATE FUNCTION app_user_id() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.user_id', true), '')::integer;
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
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()))', tenant_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- Sign-in has to find a user before there is one; from then on a transaction sees its own user only.
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_user ON users USING ((SELECT app_user_id()) IS NULL OR id = (SELECT app_user_id()));
--> statement-breakpoint
-- Deleting an item leaves the lines that were written from it as they are.
ALTER TABLE invoice_line_items DROP CONSTRAINT invoice_line_items_item_fk,
  ADD CONSTRAINT invoice_line_items_item_fk FOREIGN KEY (user_id, item_id) REFERENCES items (user_id, id) ON DELETE SET NULL (item_id);
--> statement-breakpoint
ALTER TABLE estimate_line_items DROP CONSTRAINT estimate_line_items_item_fk,
  ADD CONSTRAINT estimate_line_items_item_fk FOREIGN KEY (user_id, item_id) REFERENCES items (user_id, id) ON DELETE SET NULL (item_id);
--> statement-breakpoint
-- The two ways across the wall: from a public id to an invoice, and from a webhook address to a business.
-- Each answers one exact match and can't list. They run as the owner, for whom these two tables aren't forced.
ALTER TABLE public_invoices NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE payment_credentials NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION find_public_invoice(token text) RETURNS TABLE (user_id integer, invoice_id integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT p.user_id, p.invoice_id FROM public_invoices p WHERE p.public_id = token $$;
--> statement-breakpoint
CREATE FUNCTION find_webhook_owner(token text) RETURNS TABLE (user_id integer, provider text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT c.user_id, c.provider FROM payment_credentials c WHERE c.endpoint_token = token $$;
--> statement-breakpoint
-- Queues a job in the transaction of the change that wants it. A job can only be queued for the user that the transaction names.
CREATE FUNCTION enqueue_job(task text, payload json, job_key text DEFAULT NULL, run_at timestamptz DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF app_user_id() IS NOT NULL AND (payload ->> 'userId')::integer IS DISTINCT FROM app_user_id() THEN
    RAISE EXCEPTION 'a job for another user';
  END IF;
  PERFORM graphile_worker.add_job(task, payload => payload, job_key => enqueue_job.job_key, run_at => enqueue_job.run_at, max_attempts => 20);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_public_invoice(text), find_webhook_owner(text), enqueue_job(text, json, text, timestamptz) FROM PUBLIC;

-- A webhook's address moves to a table of its own: what looked it up by the credential goes first.
DROP FUNCTION find_webhook_owner(text);
--> statement-breakpoint
DROP POLICY by_endpoint_token ON payment_credentials;
--> statement-breakpoint
ALTER TABLE payment_credentials NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Keys that are there stay in use until their provider is asked.
UPDATE payment_credentials SET status = 'unchecked' WHERE status NOT IN ('unchecked', 'connected', 'error');
--> statement-breakpoint
-- Whose they are is asked as soon as the server runs; an app that never ran has no queue, and no keys.
DO $$
BEGIN
  IF to_regnamespace('graphile_worker') IS NOT NULL THEN
    PERFORM enqueue_job('payments.keys', json_build_object('userId', user_id, 'provider', provider, 'round', 0), 'keys-' || user_id || '-' || provider)
    FROM payment_credentials WHERE account_id IS NOT NULL;
  END IF;
END $$;
--> statement-breakpoint
ALTER TABLE payment_credentials FORCE ROW LEVEL SECURITY;

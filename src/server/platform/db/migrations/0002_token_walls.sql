-- The two ways across the wall no longer need a gap in it. Whoever names an exact token sees its one row, and the setting that says so is
-- gone when the function returns. So the policies are forced on these tables too, and bind an owner that the app itself has to connect as.
CREATE POLICY by_public_id ON public_invoices FOR SELECT USING (public_id = nullif(current_setting('app.token', true), ''));
--> statement-breakpoint
CREATE POLICY by_endpoint_token ON payment_credentials FOR SELECT USING (endpoint_token = nullif(current_setting('app.token', true), ''));
--> statement-breakpoint
ALTER TABLE public_invoices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE payment_credentials FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_public_invoice(token text) RETURNS TABLE (user_id integer, invoice_id integer)
  LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.token', token, true);
  RETURN QUERY SELECT p.user_id, p.invoice_id FROM public_invoices p WHERE p.public_id = token;
  PERFORM set_config('app.token', '', true);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_webhook_owner(token text) RETURNS TABLE (user_id integer, provider text)
  LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.token', token, true);
  RETURN QUERY SELECT c.user_id, c.provider FROM payment_credentials c WHERE c.endpoint_token = token;
  PERFORM set_config('app.token', '', true);
END $$;

-- Tables of this step stand behind the same wall as all that is a user's.
DO $$
DECLARE tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['payment_returns', 'statement_emails', 'search_entries', 'search_words'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()))', tenant_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- The days on which money went back were written down in the histories only, which tell of invoices: the newest such day stands for all that went
-- back of a payment by now.
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE payment_returns NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE invoice_events NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO payment_returns (user_id, payment_id, day, amount)
SELECT p.user_id, p.id, greatest(p.payment_date, coalesce((
    SELECT (max(e.at) AT TIME ZONE coalesce(u.chosen_time_zone, u.time_zone, 'UTC'))::date FROM invoice_events e
    WHERE e.user_id = p.user_id AND e.invoice_id = p.invoice_id AND e.kind IN ('refunded', 'dispute lost')), p.payment_date)), p.refunded
FROM payments p JOIN users u ON u.id = p.user_id WHERE p.refunded > 0;
--> statement-breakpoint
ALTER TABLE invoice_events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- What the figures of a row are, hashed. Figures that the app writes are sealed as they are written; what is changed behind its back keeps the old
-- seal, also when the app saves something else of the row later.
CREATE FUNCTION figures_hash(VARIADIC figures text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN md5(array_to_string(figures, '|', '~'));
--> statement-breakpoint
CREATE FUNCTION seal_of(r invoices) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.status::text, r.customer_id::text, to_char(r.issue_date, 'YYYY-MM-DD'), to_char(r.due_date, 'YYYY-MM-DD'), r.subtotal::text, r.tax_rate::text, r.tax_amount::text, r.tax_is_custom::text, r.total::text, (r.deleted_at is not null)::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.status::text, NEW.customer_id::text, to_char(NEW.issue_date, 'YYYY-MM-DD'), to_char(NEW.due_date, 'YYYY-MM-DD'), NEW.subtotal::text, NEW.tax_rate::text, NEW.tax_amount::text, NEW.tax_is_custom::text, NEW.total::text, (NEW.deleted_at is not null)::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.status::text, OLD.customer_id::text, to_char(OLD.issue_date, 'YYYY-MM-DD'), to_char(OLD.due_date, 'YYYY-MM-DD'), OLD.subtotal::text, OLD.tax_rate::text, OLD.tax_amount::text, OLD.tax_is_custom::text, OLD.total::text, (OLD.deleted_at is not null)::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.status::text, NEW.customer_id::text, to_char(NEW.issue_date, 'YYYY-MM-DD'), to_char(NEW.due_date, 'YYYY-MM-DD'), NEW.subtotal::text, NEW.tax_rate::text, NEW.tax_amount::text, NEW.tax_is_custom::text, NEW.total::text, (NEW.deleted_at is not null)::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION seal_invoices();
--> statement-breakpoint
ALTER TABLE invoices NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE invoices r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE invoices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r estimates) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.status::text, r.customer_id::text, to_char(r.issue_date, 'YYYY-MM-DD'), to_char(r.expiry_date, 'YYYY-MM-DD'), r.subtotal::text, r.tax_rate::text, r.tax_amount::text, r.tax_is_custom::text, r.total::text, (r.deleted_at is not null)::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_estimates() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.status::text, NEW.customer_id::text, to_char(NEW.issue_date, 'YYYY-MM-DD'), to_char(NEW.expiry_date, 'YYYY-MM-DD'), NEW.subtotal::text, NEW.tax_rate::text, NEW.tax_amount::text, NEW.tax_is_custom::text, NEW.total::text, (NEW.deleted_at is not null)::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.status::text, OLD.customer_id::text, to_char(OLD.issue_date, 'YYYY-MM-DD'), to_char(OLD.expiry_date, 'YYYY-MM-DD'), OLD.subtotal::text, OLD.tax_rate::text, OLD.tax_amount::text, OLD.tax_is_custom::text, OLD.total::text, (OLD.deleted_at is not null)::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.status::text, NEW.customer_id::text, to_char(NEW.issue_date, 'YYYY-MM-DD'), to_char(NEW.expiry_date, 'YYYY-MM-DD'), NEW.subtotal::text, NEW.tax_rate::text, NEW.tax_amount::text, NEW.tax_is_custom::text, NEW.total::text, (NEW.deleted_at is not null)::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON estimates FOR EACH ROW EXECUTE FUNCTION seal_estimates();
--> statement-breakpoint
ALTER TABLE estimates NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE estimates r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE estimates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r invoice_line_items) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.invoice_id::text, r.position::text, r.quantity::text, r.unit_price::text, r.total::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_invoice_line_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.invoice_id::text, NEW.position::text, NEW.quantity::text, NEW.unit_price::text, NEW.total::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.invoice_id::text, OLD.position::text, OLD.quantity::text, OLD.unit_price::text, OLD.total::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.invoice_id::text, NEW.position::text, NEW.quantity::text, NEW.unit_price::text, NEW.total::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON invoice_line_items FOR EACH ROW EXECUTE FUNCTION seal_invoice_line_items();
--> statement-breakpoint
ALTER TABLE invoice_line_items NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE invoice_line_items r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE invoice_line_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r estimate_line_items) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.estimate_id::text, r.position::text, r.quantity::text, r.unit_price::text, r.total::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_estimate_line_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.estimate_id::text, NEW.position::text, NEW.quantity::text, NEW.unit_price::text, NEW.total::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.estimate_id::text, OLD.position::text, OLD.quantity::text, OLD.unit_price::text, OLD.total::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.estimate_id::text, NEW.position::text, NEW.quantity::text, NEW.unit_price::text, NEW.total::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON estimate_line_items FOR EACH ROW EXECUTE FUNCTION seal_estimate_line_items();
--> statement-breakpoint
ALTER TABLE estimate_line_items NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE estimate_line_items r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE estimate_line_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r payments) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.invoice_id::text, r.attempt_id::text, r.amount::text, r.currency::text, to_char(r.payment_date, 'YYYY-MM-DD'), r.provider::text, r.status::text, r.refunded::text, r.dispute::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.invoice_id::text, NEW.attempt_id::text, NEW.amount::text, NEW.currency::text, to_char(NEW.payment_date, 'YYYY-MM-DD'), NEW.provider::text, NEW.status::text, NEW.refunded::text, NEW.dispute::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.invoice_id::text, OLD.attempt_id::text, OLD.amount::text, OLD.currency::text, to_char(OLD.payment_date, 'YYYY-MM-DD'), OLD.provider::text, OLD.status::text, OLD.refunded::text, OLD.dispute::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.invoice_id::text, NEW.attempt_id::text, NEW.amount::text, NEW.currency::text, to_char(NEW.payment_date, 'YYYY-MM-DD'), NEW.provider::text, NEW.status::text, NEW.refunded::text, NEW.dispute::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION seal_payments();
--> statement-breakpoint
UPDATE payments r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE payments FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r payment_returns) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.payment_id::text, to_char(r.day, 'YYYY-MM-DD'), r.amount::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_payment_returns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.payment_id::text, to_char(NEW.day, 'YYYY-MM-DD'), NEW.amount::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.payment_id::text, to_char(OLD.day, 'YYYY-MM-DD'), OLD.amount::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.payment_id::text, to_char(NEW.day, 'YYYY-MM-DD'), NEW.amount::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON payment_returns FOR EACH ROW EXECUTE FUNCTION seal_payment_returns();
--> statement-breakpoint
UPDATE payment_returns r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE payment_returns FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r payment_refunds) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.payment_id::text, r.amount::text, r.status::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_payment_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.payment_id::text, NEW.amount::text, NEW.status::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.payment_id::text, OLD.amount::text, OLD.status::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.payment_id::text, NEW.amount::text, NEW.status::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON payment_refunds FOR EACH ROW EXECUTE FUNCTION seal_payment_refunds();
--> statement-breakpoint
ALTER TABLE payment_refunds NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE payment_refunds r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE payment_refunds FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r payment_attempts) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.invoice_id::text, r.provider::text, r.account_id::text, r.amount::text, r.currency::text, r.status::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_payment_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.invoice_id::text, NEW.provider::text, NEW.account_id::text, NEW.amount::text, NEW.currency::text, NEW.status::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.invoice_id::text, OLD.provider::text, OLD.account_id::text, OLD.amount::text, OLD.currency::text, OLD.status::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.invoice_id::text, NEW.provider::text, NEW.account_id::text, NEW.amount::text, NEW.currency::text, NEW.status::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION seal_payment_attempts();
--> statement-breakpoint
ALTER TABLE payment_attempts NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE payment_attempts r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE payment_attempts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r expenses) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.customer_id::text, r.category::text, r.amount::text, to_char(r.expense_date, 'YYYY-MM-DD')) $$;
--> statement-breakpoint
CREATE FUNCTION seal_expenses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.customer_id::text, NEW.category::text, NEW.amount::text, to_char(NEW.expense_date, 'YYYY-MM-DD')) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.customer_id::text, OLD.category::text, OLD.amount::text, to_char(OLD.expense_date, 'YYYY-MM-DD')) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.customer_id::text, NEW.category::text, NEW.amount::text, to_char(NEW.expense_date, 'YYYY-MM-DD'));
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON expenses FOR EACH ROW EXECUTE FUNCTION seal_expenses();
--> statement-breakpoint
ALTER TABLE expenses NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE expenses r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE expenses FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION seal_of(r items) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT figures_hash(r.user_id::text, r.id::text, r.unit_price::text) $$;
--> statement-breakpoint
CREATE FUNCTION seal_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.user_id', true), '') IS NOT NULL THEN
    IF TG_OP = 'UPDATE' AND figures_hash(NEW.user_id::text, NEW.id::text, NEW.unit_price::text) IS NOT DISTINCT FROM figures_hash(OLD.user_id::text, OLD.id::text, OLD.unit_price::text) THEN
      NEW.seal := OLD.seal;
    ELSE
      NEW.seal := figures_hash(NEW.user_id::text, NEW.id::text, NEW.unit_price::text);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER seal BEFORE INSERT OR UPDATE ON items FOR EACH ROW EXECUTE FUNCTION seal_items();
--> statement-breakpoint
ALTER TABLE items NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE items r SET seal = seal_of(r);
--> statement-breakpoint
ALTER TABLE items FORCE ROW LEVEL SECURITY;

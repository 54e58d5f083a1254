-- Invoices that were there before the history began begin it with their own creation and sending. Whoever owns the tables must see all of them for it.
ALTER TABLE invoices NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO invoice_events (user_id, invoice_id, at, kind, by)
  SELECT i.user_id, i.id, i.created_at, 'created', coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)
  FROM invoices i JOIN users u ON u.id = i.user_id;
--> statement-breakpoint
INSERT INTO invoice_events (user_id, invoice_id, at, kind, by)
  SELECT i.user_id, i.id, i.sent_at, 'sent', coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)
  FROM invoices i JOIN users u ON u.id = i.user_id WHERE i.sent_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE invoices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- The new tables stand behind the same wall as all others.
ALTER TABLE invoice_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE invoice_events FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON invoice_events USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE invoice_emails ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE invoice_emails FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON invoice_emails USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));
--> statement-breakpoint
ALTER TABLE invoice_numbering ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE invoice_numbering FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON invoice_numbering USING (user_id = (SELECT app_user_id())) WITH CHECK (user_id = (SELECT app_user_id()));

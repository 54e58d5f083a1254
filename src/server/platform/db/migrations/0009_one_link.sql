-- The link between an estimate and its invoice is kept once, by the invoice. Whoever owns the tables must see all rows to move it.
ALTER TABLE invoices NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE estimates NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE invoices i SET estimate_id = e.id FROM estimates e WHERE e.user_id = i.user_id AND e.invoice_id = i.id;
--> statement-breakpoint
ALTER TABLE estimates FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE invoices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "estimates" DROP CONSTRAINT "estimates_invoice_key";--> statement-breakpoint
ALTER TABLE "estimates" DROP COLUMN "invoice_id";

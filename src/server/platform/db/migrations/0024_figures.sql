DROP INDEX "expenses_date_idx";--> statement-breakpoint
DROP INDEX "invoices_open_idx";--> statement-breakpoint
DROP INDEX "payment_returns_payment_idx";--> statement-breakpoint
DROP INDEX "payment_returns_day_idx";--> statement-breakpoint
DROP INDEX "payments_invoice_idx";--> statement-breakpoint
DROP INDEX "payments_date_idx";--> statement-breakpoint
CREATE INDEX "customers_created_idx" ON "customers" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "estimates_sent_idx" ON "estimates" USING btree ("user_id","sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "estimates_answered_idx" ON "estimates" USING btree ("user_id","answered_at") WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_sent_idx" ON "invoices" USING btree ("user_id","sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "payments_created_idx" ON "payments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "expenses_date_idx" ON "expenses" USING btree ("user_id","expense_date","id","amount","category");--> statement-breakpoint
CREATE INDEX "invoices_open_idx" ON "invoices" USING btree ("user_id","due_date","id","total","status","issue_date") WHERE status in ('sent', 'overdue') and deleted_at is null;--> statement-breakpoint
CREATE INDEX "payment_returns_payment_idx" ON "payment_returns" USING btree ("user_id","payment_id","day","amount");--> statement-breakpoint
CREATE INDEX "payment_returns_day_idx" ON "payment_returns" USING btree ("user_id","day","payment_id","amount");--> statement-breakpoint
CREATE INDEX "payments_invoice_idx" ON "payments" USING btree ("user_id","invoice_id","status","payment_date","id","amount","provider");--> statement-breakpoint
CREATE INDEX "payments_date_idx" ON "payments" USING btree ("user_id","payment_date","id","amount","invoice_id","provider") WHERE status = 'succeeded';
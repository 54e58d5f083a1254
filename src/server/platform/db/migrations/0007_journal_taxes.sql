SET LOCAL lock_timeout = '5s';--> statement-breakpoint
DROP INDEX "journal_lines_debit_idx";--> statement-breakpoint
DROP INDEX "journal_lines_credit_idx";--> statement-breakpoint
ALTER TABLE "journal_lines" ADD COLUMN "tax_rate_id" bigint;--> statement-breakpoint
ALTER TABLE "journal_lines" ADD COLUMN "tax_component" smallint;--> statement-breakpoint
ALTER TABLE "journal_lines" ADD CONSTRAINT "journal_lines_rate_fk" FOREIGN KEY ("user_id","tax_rate_id") REFERENCES "public"."tax_rates"("user_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_lines_rate_idx" ON "journal_lines" USING btree ("user_id","tax_rate_id") WHERE tax_rate_id is not null;--> statement-breakpoint
CREATE INDEX "journal_lines_debit_idx" ON "journal_lines" USING btree ("user_id","basis","debit_account","day","kind","amount","document_id","source_id","customer_id","tax_percent","tax_rate_id","tax_component");--> statement-breakpoint
CREATE INDEX "journal_lines_credit_idx" ON "journal_lines" USING btree ("user_id","basis","credit_account","day","kind","amount","document_id","source_id","customer_id","tax_percent","tax_rate_id","tax_component");--> statement-breakpoint
ALTER TABLE "journal_lines" ADD CONSTRAINT "journal_lines_component" CHECK ("journal_lines"."tax_component" between 1 and 4 and ("journal_lines"."tax_rate_id" is not null or "journal_lines"."tax_component" is null));
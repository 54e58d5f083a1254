SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_last_cent";--> statement-breakpoint
DROP INDEX "documents_source_key";--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "source_line_id" bigint;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "invoice_kind" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "part_no" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "document_lines_source_idx" ON "document_lines" USING btree ("user_id","source_line_id") WHERE source_line_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "documents_source_part_key" ON "documents" USING btree ("user_id","source_document_id","part_no") WHERE source_document_id is not null;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_part" CHECK ("documents"."part_no" = 0 or ("documents"."part_no" > 0 and "documents"."source_document_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_invoice_kind" CHECK ("documents"."invoice_kind" = 'standard' or ("documents"."type" = 'invoice' and "documents"."invoice_kind" = 'deposit' and not "documents"."is_opening_balance")) NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_last_cent" CHECK ("documents"."type" = 'credit-note' or "documents"."last_cent" = 0 or "documents"."part_no" > 0) NOT VALID;

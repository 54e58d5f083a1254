SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TYPE "public"."entry_kind" ADD VALUE 'credit note';--> statement-breakpoint
ALTER TABLE "document_numbering" DROP CONSTRAINT "document_numbering_type";--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_type";--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_net";--> statement-breakpoint
ALTER TABLE "document_lines" ADD COLUMN "credited_line_id" bigint;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "last_cent" numeric DEFAULT 0.00 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "credited_invoice_id" bigint;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_credited_fk" FOREIGN KEY ("user_id","credited_invoice_id") REFERENCES "public"."documents"("user_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "documents_credit_notes_idx" ON "documents" USING btree ("user_id","credited_invoice_id") WHERE credited_invoice_id is not null;--> statement-breakpoint
ALTER TABLE "document_numbering" ADD CONSTRAINT "document_numbering_type" CHECK ("document_numbering"."type" in ('invoice', 'estimate', 'credit-note'));--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_credited" CHECK (("documents"."type" = 'credit-note') = ("documents"."credited_invoice_id" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_last_cent" CHECK ("documents"."type" = 'credit-note' or "documents"."last_cent" = 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_type" CHECK (("documents"."type" = 'invoice' and "documents"."status" in ('draft', 'sent', 'paid', 'overdue') and "documents"."due_date" is not null and "documents"."expiry_date" is null
        and "documents"."withdrawn_at" is null)
      or ("documents"."type" = 'estimate' and "documents"."status" in ('draft', 'sent', 'accepted', 'rejected', 'expired') and "documents"."expiry_date" is not null and "documents"."due_date" is null
        and "documents"."source_document_id" is null and "documents"."payment_url" is null and "documents"."payment_attention" is null)
      or ("documents"."type" = 'credit-note' and "documents"."status" in ('issued', 'voided') and "documents"."due_date" is null and "documents"."expiry_date" is null
        and "documents"."total" > 0 and "documents"."deleted_at" is null and "documents"."source_document_id" is null and "documents"."payment_url" is null and "documents"."payment_attention" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_net" CHECK (case when "documents"."prices_include_tax" then "documents"."total" = "documents"."subtotal" - "documents"."discount_amount" + "documents"."charge_amount" + "documents"."last_cent"
        else "documents"."net_amount" = "documents"."subtotal" - "documents"."discount_amount" + "documents"."charge_amount" end) NOT VALID;
--> statement-breakpoint
-- What settles documents: `received` is the sum of their succeeded payments, `paid` is what is left after refunds, `provider` is a provider that took one of
-- them, `written_off` is the sum of their standing write-offs, `credited` that of their credit notes. Documents without any have no row. Nothing else
-- computes it.
CREATE OR REPLACE VIEW document_balance WITH (security_invoker = true) AS
  SELECT user_id, document_id, coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0.00) AS received,
    coalesce(sum(amount - refunded) FILTER (WHERE kind = 'payment'), 0.00) AS paid, max(provider) FILTER (WHERE provider <> 'manual') AS provider,
    coalesce(sum(amount) FILTER (WHERE kind = 'write-off'), 0.00) AS written_off, coalesce(sum(amount) FILTER (WHERE kind = 'credit note'), 0.00) AS credited
  FROM (
    SELECT user_id, document_id, amount, refunded, provider, 'payment' AS kind FROM payments WHERE status = 'succeeded'
    UNION ALL
    SELECT user_id, document_id, amount, 0.00, NULL, 'write-off' FROM write_offs WHERE reversed_at IS NULL
    UNION ALL
    SELECT user_id, credited_invoice_id, total, 0.00, NULL, 'credit note' FROM documents WHERE credited_invoice_id IS NOT NULL AND status = 'issued'
  ) settled GROUP BY user_id, document_id;
--> statement-breakpoint
-- As the other kinds have one, see 0002_search.
CREATE INDEX "search_entries_credit-note_idx" ON search_entries USING gin (user_id, body gin_trgm_ops) WITH (gin_pending_list_limit = 1024) WHERE kind = 'credit-note';

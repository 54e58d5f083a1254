SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_credited";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_credited" CHECK ("documents"."type" = 'credit-note' or "documents"."credited_invoice_id" is null) NOT VALID;
--> statement-breakpoint
-- What settles documents: `received` is the sum of their succeeded payments, `paid` is what is left after refunds, `provider` is a provider that took one of
-- them, `written_off` is the sum of their standing write-offs, `credited` that of their credit notes, `applied` is the credit of other documents that was
-- applied to them, less their own that was applied to others; `settled` is the sum of paid, written_off, credited and applied. A credit note without an
-- invoice is credited with its own total, so what settles it is the credit that is left of it. Documents without any have no row. Nothing else computes it.
CREATE OR REPLACE VIEW document_balance WITH (security_invoker = true) AS
  SELECT user_id, document_id, coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0.00) AS received,
    coalesce(sum(amount - refunded) FILTER (WHERE kind = 'payment'), 0.00) AS paid, max(provider) FILTER (WHERE provider <> 'manual') AS provider,
    coalesce(sum(amount) FILTER (WHERE kind = 'write-off'), 0.00) AS written_off, coalesce(sum(amount) FILTER (WHERE kind = 'credit note'), 0.00) AS credited,
    coalesce(sum(amount) FILTER (WHERE kind = 'application'), 0.00) AS applied, sum(amount - refunded) AS settled
  FROM (
    SELECT user_id, document_id, amount, refunded, provider, 'payment' AS kind FROM payments WHERE status = 'succeeded'
    UNION ALL
    SELECT user_id, document_id, amount, 0.00, NULL, 'write-off' FROM write_offs WHERE reversed_at IS NULL
    UNION ALL
    SELECT user_id, credited_invoice_id, total, 0.00, NULL, 'credit note' FROM documents WHERE credited_invoice_id IS NOT NULL AND status = 'issued'
    UNION ALL
    SELECT user_id, id, total, 0.00, NULL, 'credit note' FROM documents WHERE type = 'credit-note' AND credited_invoice_id IS NULL AND status = 'issued'
    UNION ALL
    SELECT user_id, document_id, amount, 0.00, NULL, 'application' FROM credit_applications WHERE reversed_at IS NULL
    UNION ALL
    SELECT user_id, source_id, -amount, 0.00, NULL, 'application' FROM credit_applications WHERE reversed_at IS NULL
  ) settled GROUP BY user_id, document_id;

SET LOCAL lock_timeout = '5s';--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_invoice_kind";--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_invoice_kind" CHECK ("documents"."invoice_kind" = 'standard' or ("documents"."type" = 'invoice' and not "documents"."is_opening_balance"
        and ("documents"."invoice_kind" = 'deposit' or ("documents"."invoice_kind" = 'retainer' and "documents"."tax_amount" = 0)))) NOT VALID;
--> statement-breakpoint
-- What settles documents: `received` is the sum of their succeeded payments, `paid` is what is left after refunds, `provider` is a provider that took one of
-- them, `written_off` is the sum of their standing write-offs, `credited` that of their credit notes, `applied` is the credit of other documents that was
-- applied to them, less their own that was applied to others; `settled` is the sum of paid, written_off, credited and applied. A retainer stays settled when
-- its credit is applied to others. A credit note without an invoice is credited with its own total, so what settles it is the credit that is left of it.
-- Documents without any have no row. Nothing else computes it.
CREATE OR REPLACE VIEW document_balance WITH (security_invoker = true) AS
  SELECT user_id, document_id, coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0.00) AS received,
    coalesce(sum(amount - refunded) FILTER (WHERE kind = 'payment'), 0.00) AS paid, max(provider) FILTER (WHERE provider <> 'manual') AS provider,
    coalesce(sum(amount) FILTER (WHERE kind = 'write-off'), 0.00) AS written_off, coalesce(sum(amount) FILTER (WHERE kind = 'credit note'), 0.00) AS credited,
    coalesce(sum(amount) FILTER (WHERE kind IN ('application', 'retainer')), 0.00) AS applied,
    coalesce(sum(amount - refunded) FILTER (WHERE kind <> 'retainer'), 0.00) AS settled
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
    SELECT a.user_id, a.source_id, -a.amount, 0.00, NULL, CASE d.invoice_kind WHEN 'retainer' THEN 'retainer' ELSE 'application' END
    FROM credit_applications a JOIN documents d ON d.user_id = a.user_id AND d.id = a.source_id WHERE a.reversed_at IS NULL
  ) settled GROUP BY user_id, document_id;

DO $$
DECLARE known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conname = 'documents_type');
BEGIN
  EXECUTE format('ALTER TABLE documents ADD COLUMN delivery_terms text, DROP CONSTRAINT documents_type, ADD CONSTRAINT documents_type CHECK (%s
    or type = ''pro-forma'' and status in (''draft'', ''sent'', ''accepted'', ''voided'') and expiry_date is not null and due_date is null)', known);
END $$;
ALTER TABLE document_numbering DROP CONSTRAINT document_numbering_type,
  ADD CONSTRAINT document_numbering_type CHECK (type in ('invoice', 'estimate', 'credit-note', 'pro-forma'));

DO $$
DECLARE known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conname = 'documents_type');
BEGIN
  EXECUTE format('ALTER TABLE documents DROP CONSTRAINT documents_type, ADD CONSTRAINT documents_type CHECK (%s or type = ''pro-forma''
    and status in (''draft'', ''sent'', ''accepted'', ''voided'') and expiry_date is not null and due_date is null)', known);
END $$;
ALTER TABLE document_numbering DROP CONSTRAINT document_numbering_type,
  ADD CONSTRAINT document_numbering_type CHECK (type in ('invoice', 'estimate', 'credit-note', 'pro-forma'));
CREATE TABLE pro_forma_details (
  user_id bigint NOT NULL, document_id bigint NOT NULL,
  delivery_terms text,
  PRIMARY KEY (user_id, document_id),
  FOREIGN KEY (user_id, document_id) REFERENCES documents (user_id, id) ON DELETE CASCADE
);
ALTER TABLE pro_forma_details ENABLE ROW LEVEL SECURITY;
ALTER TABLE pro_forma_details FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON pro_forma_details USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());

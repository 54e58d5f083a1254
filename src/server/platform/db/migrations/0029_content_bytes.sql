-- How much room each document takes in a reply: the bytes of its lines, notes and terms as JSON. A page of a list is cut by it before the database
-- builds a text that is too large. Both versions work meanwhile: null is 'not known', and is estimated where it is read.
SET LOCAL lock_timeout = '5s';
--> statement-breakpoint
ALTER TABLE "estimates" ADD COLUMN "content_bytes" integer;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "content_bytes" integer;
--> statement-breakpoint
-- An edit by the version before doesn't know the column: a size that comes through it unchanged may be wrong, and is forgotten. (An edit that leaves
-- the size as it is loses it too, which costs an estimate.) The triggers can go with the next release.
CREATE FUNCTION forget_content_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.content_bytes := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The documents that are there are measured once. Nothing of them changes that is sealed, searched or shown: their triggers needn't hear of it.
DO $$
DECLARE kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['invoice', 'estimate'] LOOP
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', kind || 's');
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', kind || 's');
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', kind || '_line_items');
    EXECUTE format($sql$
      UPDATE %1$I p SET content_bytes = coalesce(octet_length(to_json(nullif(p.notes, ''))::text), 0) + coalesce(octet_length(to_json(nullif(p.terms, ''))::text), 0)
        + coalesce((SELECT sum(octet_length(to_json(l.description)::text) + 150) FROM %2$I l WHERE l.user_id = p.user_id AND l.%3$I = p.id), 0)
    $sql$, kind || 's', kind || '_line_items', kind || '_id');
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', kind || '_line_items');
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', kind || 's');
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', kind || 's');
    EXECUTE format('CREATE TRIGGER content_bytes BEFORE UPDATE OF notes ON %I FOR EACH ROW
      WHEN (NEW.content_bytes IS NOT DISTINCT FROM OLD.content_bytes) EXECUTE FUNCTION forget_content_bytes()', kind || 's');
  END LOOP;
END $$;

-- How search entries are found. `domain/search/body.ts` describes their text.

-- Byte order, so that an index range has all words with the same beginning in any locale.
ALTER TABLE search_entries ALTER COLUMN body TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE search_words ALTER COLUMN word TYPE text COLLATE "C";
--> statement-breakpoint
-- The largest account must be searched quickly too: the planner expects accounts of that size, not of the average.
ALTER TABLE search_entries ALTER COLUMN user_id SET (n_distinct = 2);
--> statement-breakpoint
-- Finds a part of a word among one user's entries. One index per kind: a word that is common in one kind and rare in another is found as fast in the other as
-- a word that is rare everywhere. New entries wait in the pending list until it has a megabyte, so that a save seldom waits for the index.
DO $$
DECLARE kind text;
BEGIN
  FOR kind IN VALUES ('invoice'), ('estimate'), ('customer'), ('item'), ('expense') LOOP
    EXECUTE format('CREATE INDEX %I ON search_entries USING gin (user_id, body gin_trgm_ops) WITH (gin_pending_list_limit = 1024) WHERE kind = %L', 'search_entries_' || kind || '_idx', kind);
  END LOOP;
END $$;
--> statement-breakpoint
-- The newest entries of each kind, which are read first.
CREATE INDEX search_entries_newest_idx ON search_entries (user_id, kind, day DESC NULLS LAST, record_id DESC);
--> statement-breakpoint
-- LIKE is not leakproof: under row-level security it is evaluated after the policies, so an index on `body` would never be used for a query's own condition.
-- As a policy it is on the same level as `user_id = app_user_id()`, and an index serves both. It is restrictive: it hides the user's own rows from the
-- statements that set a pattern, and shows no row more.
CREATE FUNCTION search_pattern(slot integer) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(nullif(current_setting('app.search_' || slot, true), ''), '%');
--> statement-breakpoint
CREATE POLICY narrowed ON search_entries AS RESTRICTIVE FOR SELECT
  USING (body LIKE (SELECT search_pattern(1)) AND body LIKE (SELECT search_pattern(2)) AND body LIKE (SELECT search_pattern(3)));
